/**
 * Experiments are measurements of the method itself. Each writes its figures to `results/experiments/`, and its region of a
 * page, which is made from that file and from nothing else.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import stringify from 'json-stringify-pretty-compact'
import { replaceRegion } from '../../../charts/text/markdown.ts'
import { linkFrom } from '../../../charts/text/paths.ts'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { sixDigits } from '../../../shared/stats/statistics.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type Server,
} from '../../folders/servers.ts'
import { detectPinning, type Pinning, pinSelf } from '../../machine/cpus.ts'
import { describeSource } from '../../machine/environment.ts'
import { lockMachine, unlockMachine } from '../../machine/lock.ts'
import { killTracked } from '../../processes/processes.ts'

export interface Experiment<Figures> {
  /** Name of the figures' file, and of the region `experiment-<name>`. */
  name: string
  /** The page with the region, from the repository's root; the page of all experiments where it is left out. */
  page?: string
  /** Markdown made from the figures. */
  markdown(figures: Figures): string
  /** @param part the part that was asked for; all if it is left out */
  measure(pinning: Pinning, part?: string): Promise<Figures>
  /** Names of parts, one of which the command takes: it is measured alone and only printed. */
  parts?: readonly string[]
  /** It runs commands that reserve the machine themselves. */
  reserves?: false
}

interface ExperimentFile<Figures> {
  madeAt: string
  commit: string | null
  figures: Figures
}

const PAGE = 'results/experiments/README.md'

export const scenario = updateUser

/** Runs the experiment where its module is the one that was started; imported, it only yields its text. */
export async function perform<Figures>(
  experiment: Experiment<Figures>,
  started: boolean,
): Promise<void> {
  if (!started) return
  const { name, parts = [] } = experiment
  const [part] = process.argv.slice(2)
  if (part !== undefined && !parts.includes(part)) {
    console.error(
      `${name} has no part "${part}"${parts.length > 0 ? `: use one of ${parts.join(', ')}` : ''}`,
    )
    process.exit(2)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(1))
  process.on('exit', () => {
    killTracked()
    unlockMachine()
  })
  if (experiment.reserves !== false) await lockMachine(console.log)
  const { commit } = describeSource()
  const pinning = detectPinning()
  pinSelf(pinning.generator)
  const figures = sixDigits(await experiment.measure(pinning, part))
  console.log(experiment.markdown(figures))
  if (part !== undefined) return
  const file: ExperimentFile<Figures> = { madeAt: new Date().toISOString(), commit, figures }
  writeFileAtomically(fileOf(name), `${stringify(file, { maxLength: 120 })}\n`)
  writeRegions([regionOf(experiment)])
}

/** A generated part of a page. */
export interface Region {
  /** From the repository's root. */
  page: string
  name: string
  /** Markdown. */
  contents: string
}

/** Returns the region of an experiment, from its file. */
export function regionOf<Figures>({ name, page = PAGE, markdown }: Experiment<Figures>): Region {
  const { figures, madeAt } = JSON.parse(
    readFileSync(fileOf(name), 'utf8'),
  ) as ExperimentFile<Figures>
  const file = linkFrom(page)(`results/experiments/${name}.json`)
  const source = `Measured on ${madeAt.slice(0, 10)}: [${name}.json](${file}).`
  return { page, name: `experiment-${name}`, contents: `${markdown(figures)}\n\n${source}` }
}

/** Returns the pages of these regions with the regions made anew, by path from the repository's root. */
export function withRegions(regions: readonly Region[]): Map<string, string> {
  const pages = new Map(regions.map(({ page }) => [page, readFileSync(join(ROOT, page), 'utf8')]))
  for (const { page, name, contents } of regions) {
    pages.set(page, replaceRegion(pages.get(page) ?? '', name, contents))
  }
  return pages
}

/** Renews these regions on their pages. */
export function writeRegions(regions: readonly Region[]): void {
  for (const [page, text] of withRegions(regions)) writeFileAtomically(join(ROOT, page), text)
}

function fileOf(name: string): string {
  return join(ROOT, 'results/experiments', `${name}.json`)
}

/** Installed servers of the repository, by name. */
export function serversNamed(...names: string[]): Server[] {
  const { installed } = discoverServers(findServerFolders([SERVERS_DIR]), scenario.name)
  return names.map((name) => chooseServers(installed, [name])[0] as Server)
}
