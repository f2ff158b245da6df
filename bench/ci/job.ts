/** Reads a step's environment and writes its outputs, as GitHub's runners define them. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { UsageError } from '../../shared/basics/errors.ts'

/** Returns an environment variable; undefined if it is unset or empty, like an input that was left out. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined
}

/** @throws UsageError that names the variable, if it is unset or empty */
export function requiredVariable(name: string): string {
  const value = variable(name)
  if (value === undefined) throw new UsageError(`${name} is not set: the workflow must give it`)
  return value
}

/** Sets an output of the step, for later steps and jobs. @param value on one line */
export function setOutput(name: string, value: string): void {
  append('GITHUB_OUTPUT', `${name}=${value.replaceAll(/[\r\n]+/g, ' ')}`)
}

/** Appends to the job's summary. */
export function addSummary(markdown: string): void {
  append('GITHUB_STEP_SUMMARY', markdown)
}

function append(name: string, text: string): void {
  const file = variable(name)
  if (file) appendFileSync(file, `${text}\n`)
}

/** Variables with credentials, or with paths through which a step sets the job's outputs. */
const WITHHELD =
  /^(SUITE|SSH_AUTH_SOCK)$|^(BENCH|GITHUB|ACTIONS|RUNNER|INPUT)_|TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY/i

/** Returns an environment without those variables, for code of a pull request. */
export function untrustedEnvironment(environment = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !WITHHELD.test(name)))
}

/** Keeps the runner from interpreting the log that follows as commands. @returns the line that ends this */
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
