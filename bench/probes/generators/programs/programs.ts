/** All programs, and which of them are installed. */
import { autocannon } from './autocannon.ts'
import { bombardier } from './bombardier.ts'
import { oha } from './oha.ts'
import { endedSeconds, type Program, versionOf } from './program.ts'
import { wrk } from './wrk.ts'

export const PROGRAMS: readonly Program[] = [autocannon, wrk, oha, bombardier]

export interface InstalledProgram extends Program {
  executable: string
  version: string
  /** CPU seconds that it takes to say its version. */
  startSeconds: number
}

/** Returns undefined for a program that is not installed. */
export function installedProgram(program: Program): InstalledProgram | undefined {
  const executable = program.find()
  if (executable === undefined) return undefined
  const before = endedSeconds()
  const version = versionOf(program, executable)
  return { ...program, executable, version, startSeconds: endedSeconds() - before }
}
