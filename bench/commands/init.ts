/** `init [folder]`: writes the workflows that gate a package's pull requests into its repository. */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { IS_PACKAGE, PROGRAM, ROOT } from '../../shared/basics/root.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { command, type Values, value } from '../cli/command.ts'
import { comparedServer, userPath } from '../cli/options.ts'
import { packageIn } from '../folders/package-json.ts'
import { managerOf, usualBuild } from '../folders/package-manager.ts'
import { EDGE, type ServerFolder, STEPS, scenarioSource } from '../folders/servers.ts'
import { gitOrNone } from '../processes/git.ts'
import { say } from '../terminal/output.ts'
import { loadMetric } from '../versions/metrics.ts'
import { repeatingCommand } from '../versions/repeat.ts'
import { parseSpecs } from '../versions/spec.ts'
import { folderFor } from '../versions/subject.ts'
import { commentWorkflow, gateWorkflow, MOST_MINUTES } from './workflows.ts'

/** Module of functions to count, in a package's folder. */
const CASES = 'bench/cases.bench.ts'

const SUITE = /^[A-Za-z\d][A-Za-z\d-]*\/[\w.-]+@[\da-f]{40}$/
const SUITE_FORM = 'owner/repository@commit, with all 40 digits of the commit'

const options = {
  suite: value(
    '<suite>',
    `the suite on GitHub: ${SUITE_FORM}${IS_PACKAGE ? '' : ' (default: this clone, if its origin is there)'}`,
    (text: string) => {
      if (SUITE.test(text)) return text
      throw new InvalidArgumentError(`It takes ${SUITE_FORM}.`)
    },
  ),
  servers: comparedServer,
  serversDir: value('<dir>', 'directory in your repository with server folders', userPath),
}
type Choice = Partial<Values<typeof options>>

export const init = command({
  name: 'init',
  description: 'write the workflows that compare versions of a package for each pull request',
  operands: [{ syntax: '[folder]', help: "the package's folder", standard: '.' }],
  options,
  more: `
The package is measured under a server and by the functions that ${CASES} in its folder exports, if there are any.

Example:
  ${PROGRAM} init ../hono --suite owner/repository@${'0123456789'.repeat(4)}`,
  async run(choice, folder) {
    say(await writeWorkflows(userPath(folder), choice))
    return 0
  },
})

/**
 * Writes the workflows into the repository of a package.
 * @returns what they do, and how to try it
 * @throws UsageError, and writes nothing, if one exists or there is nothing to measure
 */
export async function writeWorkflows(folder: string, choice: Choice): Promise<string> {
  const { suite = suiteOf(ROOT), servers, serversDir } = choice
  if (suite === undefined) throw new UsageError(`--suite is missing: it takes ${SUITE_FORM}`)
  const { name, private: isPrivate, scripts } = packageIn(folder)
  if (isPrivate)
    throw new UsageError(`${folder} has a private package: name the folder of a published one`)
  const root = gitOrNone(folder, 'rev-parse', '--show-toplevel')
  if (!root) throw new UsageError(`${folder} is in no git repository: workflows belong into one`)
  const cases = existsSync(join(folder, CASES)) ? join(folder, CASES) : undefined
  const server = serverOf(name, choice, cases !== undefined)
  const metrics = server ? await metricsOf(server, name) : []
  // Without noise, a metric's threshold is 0, so that any growth would fail.
  const exact = metrics.filter(({ threshold }) => threshold === 0)
  const compared = {
    metric: metrics.map((metric) => metric.name).join(',') || undefined,
    'fail-below': exact.map((metric) => `${metric.name}=1%`).join(',') || undefined,
  }
  const inputs = {
    server: servers,
    'package-folder': pathIn(root, folder),
    'servers-dir': pathIn(root, serversDir),
    cases: pathIn(root, cases),
    ...compared,
  }
  const files = writeNew(join(root, '.github/workflows'), {
    'versions.yml': gateWorkflow({ suite, root, inputs }),
    'comment.yml': commentWorkflow({ suite, root, inputs }),
  })
  const spec = (version: string) => parseSpecs(`${name}@${version}`, userPath)
  const tried = repeatingCommand({
    from: userPath(''),
    specs: [spec('latest'), spec(`file:${folder}`)],
    options: { servers, ...compared },
    paths: [
      ['servers-dir', serversDir ? [serversDir] : []],
      ['cases', cases ? [cases] : []],
    ],
    scenario: null,
  })
  const build = usualBuild(scripts, managerOf(root))
  const measured = [compared.metric, cases && `the functions of ${CASES}`].filter(Boolean)
  return `wrote ${files.join(' and ')} for ${name}:
- versions.yml compares a pull request with its base${server ? ` under ${server.name}` : ''}, by ${measured.join(' and ')}. It fails if one is worse.
- It prepares both ${build ? `by "${build}"` : 'without a build'}. The input "build" replaces that.
- It takes one job of at most ${MOST_MINUTES} minutes, and ends before the build if no packed file has changed.
- comment.yml writes the result as a comment, once it is on the default branch.
To try it here${build ? ', build the package, and then run' : ''}:
  ${tried}`
}

/** Returns this clone as `owner/repository@commit`; undefined if its origin is not on GitHub. */
export function suiteOf(root: string): string | undefined {
  if (IS_PACKAGE) return undefined
  const origin = gitOrNone(root, 'remote', 'get-url', 'origin') ?? ''
  const [, repository] = /(?:^|[/@])github\.com[/:]([^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(origin) ?? []
  return repository && `${repository}@${gitOrNone(root, 'rev-parse', 'HEAD')}`
}

/** @throws UsageError if there is no server that shows the package or was chosen, and no cases */
function serverOf(name: string, { servers, serversDir }: Choice, hasCases: boolean) {
  try {
    return folderFor([name], { servers, serversDir: serversDir ? [serversDir] : [] })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    if (hasCases && !servers && !serversDir) return undefined
    const example = 'docs/adopt/login.bench.ts of the suite'
    throw new UsageError(`${error.message}; or export functions in ${CASES}, as in ${example}`)
  }
}

/** Returns the metrics of a validation library or of a server that fit its folder. */
async function metricsOf(folder: ServerFolder, name: string) {
  const has = (file: string) => scenarioSource(folder, file) !== undefined
  const isNamed = folder.manifest.validation.library === name
  const isLibrary = has(STEPS) && (isNamed || !has(updateUser.name))
  // A server on Workers is deployed as a bundle.
  const ofServer = ['instructions', 'requests', ...(has(EDGE) ? ['bundle'] : [])]
  const names = isLibrary ? ['validators', 'types', 'bundle'] : ofServer
  const metrics = await Promise.all(names.map(loadMetric))
  return metrics.filter(({ fits }) => fits(folder, updateUser))
}

/** Returns a path as inputs have it; undefined for the root. @throws UsageError if it is outside the repository */
function pathIn(root: string, path = root): string | undefined {
  const way = relative(realpathSync(root), realpathSync(path)).replaceAll(sep, '/')
  if (way.startsWith('..')) throw new UsageError(`${path} is outside ${root}: move it there`)
  return way || undefined
}

/** Writes files. @returns their paths. @throws UsageError, and writes none, if one exists */
function writeNew(directory: string, files: Record<string, string>): string[] {
  const paths = Object.keys(files).map((name) => join(directory, name))
  const existing = paths.find((path) => existsSync(path))
  if (existing) throw new UsageError(`${existing} already exists: rename it first`)
  mkdirSync(directory, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return paths.map((path) => relative(userPath(''), path))
}
