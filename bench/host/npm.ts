/** Runs npm as a child process, which ends with this process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { track, untrack } from './processes.ts'
import { explainingLine } from './programs.ts'

/** Prefix of npm's error messages. */
const COMPLAINT = /^npm (?:error|ERR!) ?/

/**
 * @param cwd working directory
 * @returns stdout
 * @throws with npm's error message on one line
 */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  // Remove variables that a surrounding `npm run` or test sets.
  const { NODE_TEST_CONTEXT: _, npm_config_local_prefix: __, ...env } = process.env
  const child = spawn('npm', [...args], {
    cwd,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    // The compile cache would be left in the temporary directory.
    env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1', npm_config_update_notifier: 'false' },
    detached: true,
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  }
  if (child.pid) track(child.pid)
  try {
    const [status] = await once(child, 'close')
    if (status === 0) return output.stdout
  } catch (error) {
    throw new Error(`npm cannot be started: ${(error as Error).message}`)
  } finally {
    if (child.pid) untrack(child.pid)
  }
  throw new Error(complaintOf(output.stderr) ?? explainingLine(output.stdout) ?? 'no output')
}

/** Returns npm's first error line that is more than a code, without its prefix. */
export function complaintOf(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => COMPLAINT.test(line))
  const words = lines.map((line) => line.replace(COMPLAINT, '').trim())
  const says = words.find((line) => line !== '' && !/^(code|syscall|errno|path)\b/.test(line))
  return says?.slice(0, 300) ?? explainingLine(stderr)
}
