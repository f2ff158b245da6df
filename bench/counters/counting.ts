/** What programs that count the instructions of others have in common. */
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { onPath } from '../../shared/basics/on-path.ts'
import { explainingLine } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import type { Launch } from '../server/server-process.ts'
import type { Executed } from './counts-file.ts'
import type { Counted, Profiles } from './profiles.ts'

/** A program that runs others and counts their instructions in user space. */
export interface CountingTool {
  name: 'QEMU' | 'callgrind'
  /** Everything that its counts depend on, such as its version. */
  version: string
  /** Starts to count a server. @param profiles made only by QEMU */
  counting(launch: Launch, profiles?: Profiles): Counting
  /** Counts a program to its end, in all threads. @throws with its error */
  toEnd(command: readonly string[], env?: NodeJS.ProcessEnv): Promise<number>
}

/** The counts of one server. */
export interface Counting extends Disposable {
  /** Starts the server under the tool. */
  readonly launch: Launch
  /** Returns a function that returns what was executed since now. @param counted what for, where a profile is wanted */
  begin(pid: number, counted?: Counted): Promise<() => Promise<Executed>>
  /** Returns what was executed since the program started. */
  total(pid: number, counted?: Counted): Promise<Executed>
}

/** Nothing can be counted here; the reason says what is missing and how to get it. */
export class CounterMissing extends Unmeasurable {
  readonly reason: string

  constructor(reason: string) {
    super(`no instructions can be counted here: ${reason}`)
    this.reason = reason
  }
}

/** @throws CounterMissing with the Debian package to install */
export function assertOnPath(program: string, debianPackage: string): void {
  if (!onPath(program))
    throw new CounterMissing(`there is no ${program}: apt install ${debianPackage}`)
}

/** Runs a counted program to its end. @param args of the tool @throws with the program's error */
export async function runToEnd(
  tool: string,
  args: readonly string[],
  command: readonly string[],
  env = process.env,
): Promise<void> {
  const { status, stderr } = await runProgram(tool, [...args, ...command], { env })
  if (status !== 0)
    throw new Error(explainingLine(stderr) ?? `${command[0]} ended without a result under ${tool}`)
}

/** @throws if the first thread executed nothing */
export function difference(after: Executed, before: Executed): Executed {
  const javascript = after.javascript - before.javascript
  if (javascript <= 0)
    throw new Error(
      'no instructions of the server’s first thread were counted, although the server responded',
    )
  return { javascript, others: after.others - before.others }
}
