/**
 * Experiments are measurements of the method itself. Each writes its figures to `results/experiments/` and its region of
 * METHODOLOGY.md, which is made from that file and from nothing else.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import stringify from 'json-stringify-pretty-compact'
import { replaceRegion } from '../../../charts/text/markdown.ts'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { sixDigits } from '../../../shared/result/statistics.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  SERVERS_DIR,
  type Server,
} from '../../contenders/servers.ts'
import { detectPinning, type Pinning, pinSelf } from '../../machine/cpus.ts'
import { describeSource } from '../../machine/environment.ts'
import { lockMachine, unlockMachine } from '../../machine/lock.ts'
import { killTracked } from '../../machine/processes.ts'

/** How METHODOLOGY shows figures. */
export interface Shown<Figures> {
  /** Of their file and of its region, `experiment-<name>`. */
  name: string
  /** Markdown made from the figures. */
  markdown(figures: Figures): string
}

/** What is measured besides. */
export interface Experiment<Figures> extends Shown<Figures> {
  measure(pinning: Pinning): Promise<Figures>
}

interface ExperimentFile<Figures> {
  madeAt: string
  commit: string | null
  figures: Figures
}

export const METHODOLOGY = join(ROOT, 'METHODOLOGY.md')

export const scenario = updateUser

/** Runs the experiment where its module is the one that was started; imported, it only yields its text. */
export async function perform<Figures>(experiment: Experiment<Figures>, started: boolean): Promise<void> {
  if (!started) return
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  process.on('exit', () => {
    killTracked()
    unlockMachine()
  })
  await lockMachine(console.log)
  const { commit } = describeSource()
  const pinning = detectPinning()
  pinSelf(pinning.generator)
  const figures = sixDigits(await experiment.measure(pinning))
  const file: ExperimentFile<Figures> = { madeAt: new Date().toISOString(), commit, figures }
  writeFileAtomically(fileOf(experiment.name), `${stringify(file, { maxLength: 120 })}\n`)
  writeFileAtomically(METHODOLOGY, withExperiment(readFileSync(METHODOLOGY, 'utf8'), experiment))
  console.log(experiment.markdown(figures))
}

/** The page with the experiment's region made anew from its file; unchanged where there is no file. */
export function withExperiment<Figures>(page: string, { name, markdown }: Shown<Figures>): string {
  if (!existsSync(fileOf(name))) return page
  const { figures, madeAt } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as ExperimentFile<Figures>
  const source = `Measured on ${madeAt.slice(0, 10)}: [results/experiments/${name}.json](results/experiments/${name}.json).`
  return replaceRegion(page, `experiment-${name}`, `${markdown(figures)}\n\n${source}`)
}

function fileOf(name: string): string {
  return join(ROOT, 'results/experiments', `${name}.json`)
}

/** Installed servers of the repository, by name. */
export function serversNamed(...names: string[]): Server[] {
  const { installed } = discoverServers(findServerFolders([SERVERS_DIR]), scenario.name)
  return names.map((name) => chooseServers(installed, [name])[0] as Server)
}
