/** Runs package managers as child processes, which end with this process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from '../../shared/basics/on-path.ts'
import { IS_PACKAGE, ROOT } from '../../shared/basics/root.ts'
import { shortened } from '../../shared/basics/text.ts'
import { explainingLine } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import { manifestOf } from './package-json.ts'

export const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type Manager = (typeof MANAGERS)[number]

/** Files in the root of a repository whose packages npm cannot pack, since it keeps ranges such as `workspace:*`. */
const MARKER_FILES = { 'pnpm-lock.yaml': 'pnpm', '.yarnrc.yml': 'yarn', 'bun.lock': 'bun' } as const

/** Returns the manager of a repository. It is npm for yarn 1, which has no `.yarnrc.yml`. */
export function managerOf(root: string): Manager {
  const [, manager = 'npm'] =
    Object.entries(MARKER_FILES).find(([file]) => existsSync(join(root, file))) ?? []
  return manager
}

/** Returns the command that installs optional packages of the suite, all at once: npm removes what an earlier one installed. */
export function optionalInstall(...names: string[]): string {
  const { peerDependencies = {} } = manifestOf(ROOT)
  const packages = names.map((name) => `${name}@${peerDependencies[name]}`)
  return `npm install ${IS_PACKAGE ? '' : '--no-save '}${packages.join(' ')}`
}

/** Prefix of npm's error messages. */
const COMPLAINT = /^npm (?:error|ERR!) ?/

/** @see packageManager */
export const npm = (args: readonly string[], cwd: string) => packageManager('npm', args, cwd)

/**
 * @param cwd working directory
 * @returns stdout
 * @throws with the manager's error message on one line
 */
export async function packageManager(
  manager: Manager,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const isWindows = process.platform === 'win32'
  if (!isWindows && onPath(manager) === undefined) throw new Error(`${manager} is not on the PATH`)
  // Remove variables that a surrounding `npm run` or test sets.
  const {
    NODE_TEST_CONTEXT: _,
    npm_config_local_prefix: __,
    npm_config_loglevel: ___,
    ...env
  } = process.env
  const { status, stdout, stderr } = await runProgram(manager, args, {
    cwd,
    shell: isWindows,
    // The compile cache would be left in the temporary directory.
    env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1', npm_config_update_notifier: 'false' },
    limit: null,
  })
  if (status === 0) return stdout
  throw new Error(
    complaintOf(stderr) ?? explainingLine(stdout) ?? `status ${status}, and no output`,
  )
}

/** Returns npm's first error line that is more than a code, without its prefix. */
export function complaintOf(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => COMPLAINT.test(line))
  const words = lines.map((line) => line.replace(COMPLAINT, '').trim())
  const says = words.find((line) => line !== '' && !/^(code|syscall|errno|path)\b/.test(line))
  return says === undefined ? explainingLine(stderr) : shortened(says, 300)
}

/** Scripts that run before a package is packed. */
const BEFORE_PACK = ['prepare', 'prepack']

/** Returns the command that prepares a package with these scripts; empty where none of them needs its packages. */
export function usualBuild(scripts: Record<string, string> = {}, manager: string): string {
  const isNeeded = ['build', ...BEFORE_PACK].some((name) => name in scripts)
  if (!isNeeded) return ''
  // Packages of a repository's website or tests may lack binaries for this Node, and fail to build their own.
  const install = `${manager} install ${manager === 'yarn' ? '--mode=skip-build' : '--ignore-scripts'}`
  return [install, ...('build' in scripts ? [`${manager} run build`] : [])].join(' && ')
}
