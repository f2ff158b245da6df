/** Reads a step's environment and writes its outputs, as GitHub's runners define them. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { UsageError } from '../../shared/basics/errors.ts'

/** A variable's value; undefined where it is not set or empty, as an input that was left out is. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined
}

/** @throws UsageError that names it, where it is not set or empty */
export function requiredVariable(name: string): string {
  const value = variable(name)
  if (value === undefined) throw new UsageError(`${name} is not set: the workflow must give it`)
  return value
}

/** Sets an output of the step, for the steps and jobs behind it. @param value of one line */
export function setOutput(name: string, value: string): void {
  append('GITHUB_OUTPUT', `${name}=${value.replaceAll(/[\r\n]+/g, ' ')}`)
}

/** Adds to what the job's page shows. */
export function addSummary(markdown: string): void {
  append('GITHUB_STEP_SUMMARY', markdown)
}

function append(name: string, text: string): void {
  const file = variable(name)
  if (file) appendFileSync(file, `${text}\n`)
}

/** Variables by which a step writes its job's values, and by which a program may act for the job. */
const OWN =
  /^(SUITE|SSH_AUTH_SOCK)$|^(BENCH|GITHUB|ACTIONS|RUNNER|INPUT)_|TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY/i

/** Returns the environment for code of a pull request. */
export function untrustedEnvironment(all = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !OWN.test(name)))
}

/** Stops the runner from taking what follows in the log for its commands. @returns the line that ends it */
export function stopCommands(): string {
  const token = randomUUID()
  console.log(`::stop-commands::${token}`)
  return `::${token}::`
}

/** Runs a program to its end, with its output shown; returns its status, 1 after a signal. */
export async function runShown(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const [status] = await once(
    spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }),
    'close',
  )
  return status ?? 1
}
