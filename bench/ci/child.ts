/** Runs programs with their output shown. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a program to its end, with its output shown.
 * @returns exit status (1 after a signal) and stdout
 */
export async function runShown(
  command: readonly string[],
  { cwd, env = process.env }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<{ status: number; output: string }> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    output += text
  })
  const [status] = await once(child, 'close')
  return { status: status ?? 1, output }
}
