/** npm as a child: its output is kept for what it complains of, and it ends with this process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { track, untrack } from './processes.ts'
import { explainingLine } from './programs.ts'

/** Its own words for what went wrong stand behind that. */
const COMPLAINT = /^npm (?:error|ERR!) ?/

/**
 * @param args of npm
 * @param cwd the directory that it works in
 * @returns what it wrote to stdout
 * @throws with its explanation, in one line
 */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  // What an `npm run` around this process has set for its own package.
  const { NODE_TEST_CONTEXT: _, npm_config_local_prefix: __, ...env } = process.env
  const child = spawn('npm', [...args], {
    cwd,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Compiled code would be kept in the temporary directory, where nothing may stay.
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
    throw new Error(`npm can't be started: ${(error as Error).message}`)
  } finally {
    if (child.pid) untrack(child.pid)
  }
  throw new Error(complaintOf(output.stderr) ?? explainingLine(output.stdout) ?? 'it says nothing')
}

/** Returns npm's first line that is more than a code, without its prefix. */
export function complaintOf(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => COMPLAINT.test(line))
  const words = lines.map((line) => line.replace(COMPLAINT, '').trim())
  const says = words.find((line) => line !== '' && !/^(code|syscall|errno|path)\b/.test(line))
  return says?.slice(0, 300) ?? explainingLine(stderr)
}
