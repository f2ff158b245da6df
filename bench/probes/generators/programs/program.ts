/** Load generators that are programs: each sends one request again and again, and compares no response. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { onPath } from '../../../../shared/basics/on-path.ts'
import type { ProgramFigures } from '../../../../shared/probes/generator-figures.ts'
import type { HttpRequest } from '../../../../shared/wires/wires.ts'
import { processStat } from '../../../processes/proc.ts'

/** How long a load lasts. */
export type Amount = { seconds: number } | { requests: number }

/** What a program is to send. */
export interface ProgramLoad {
  request: Pick<HttpRequest, 'method' | 'headers'>
  /** File with the request's body; null without one. */
  bodyFile: string | null
  url: string
  connections: number
  /** Requests in flight on each connection. */
  pipelining: number
  amount: Amount
  /** Seconds without a response that count as a time-out. */
  timeout: number
  /** Writes a file for the program, and returns its path. */
  write(name: string, contents: string): string
}

/** How a program is found and called, and what it prints. */
export interface Program {
  name: string
  /** Command that installs it. */
  install: string
  /** Returns the path of its executable, or of its script for Node. */
  find(): string | undefined
  /** Node runs it. */
  isScript?: boolean
  versionFlag: string
  /** Returns its version where it prints none. */
  versionIn?(executable: string): string | undefined
  /** It can keep several requests in flight on a connection. */
  pipelines: boolean
  /** It sends strings only: a body in a binary format would be another one. */
  textOnly?: boolean
  /** It can send a number of requests; otherwise it loads for whole seconds. */
  counts: boolean
  /** Limits it to one thread. */
  env?: Readonly<Record<string, string>>
  arguments(load: ProgramLoad): (string | number)[]
  parse(stdout: string): ProgramFigures
}

/** Finds an executable on the `PATH`, or where Cargo and Go install programs. */
export function findInstalled(program: string): string | undefined {
  const homes = ['.cargo/bin', 'go/bin'].map((folder) => join(homedir(), folder, program))
  return onPath(program) ?? homes.find(existsSync)
}

/** Returns the command and arguments that run a program. */
export const commandOf = ({ isScript }: Program, executable: string): [string, ...string[]] =>
  isScript ? [process.execPath, executable] : [executable]

/** Returns the arguments that make a program send headers. */
export const headerFlags = (
  { headers }: ProgramLoad['request'],
  flag: string,
  separator = ': ',
): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [flag, `${name}${separator}${value}`])

type Latency = ProgramFigures['latency']

/** @param convert from the program's unit to milliseconds */
export const latencyIn = (latency: Latency, convert: (value: number) => number): Latency =>
  Object.fromEntries(
    Object.entries(latency).map(([name, value]) => [name, value === null ? null : convert(value)]),
  ) as Latency

export const fromMicroseconds = (value: number) => value / 1000

/** CPU seconds of the programs that have ended. */
export const endedSeconds = () => processStat('self')?.childrenCpuSeconds ?? 0

/** Returns the version of an installed program; `unknown` if it has none. */
export function versionOf(program: Program, executable: string): string {
  const [file, ...args] = commandOf(program, executable)
  const { stdout, stderr } = spawnSync(file, [...args, program.versionFlag], { encoding: 'utf8' })
  const printed = /\d+\.\d[\w.+-]*/.exec(`${stdout}\n${stderr}`)?.[0]
  return printed ?? program.versionIn?.(executable) ?? 'unknown'
}
