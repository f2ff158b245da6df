/** Runs npm as a child process, which ends with this process. */
import { explainingLine } from './programs.ts'
import { runProgram } from './run-program.ts'

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
  const { status, stdout, stderr } = await runProgram('npm', args, {
    cwd,
    shell: process.platform === 'win32',
    // The compile cache would be left in the temporary directory.
    env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1', npm_config_update_notifier: 'false' },
    limit: null,
  })
  if (status === 0) return stdout
  throw new Error(complaintOf(stderr) ?? explainingLine(stdout) ?? 'no output')
}

/** Returns npm's first error line that is more than a code, without its prefix. */
export function complaintOf(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => COMPLAINT.test(line))
  const words = lines.map((line) => line.replace(COMPLAINT, '').trim())
  const says = words.find((line) => line !== '' && !/^(code|syscall|errno|path)\b/.test(line))
  return says?.slice(0, 300) ?? explainingLine(stderr)
}
