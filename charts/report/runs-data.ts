/** Stored runs of a scenario, and what comparing two of them gives. */
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { compareResults } from '../../shared/result/compare.ts'
import type { Result } from '../../shared/result/format.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import type { RunComparison, RunData } from './data.ts'
import { ratioFigure } from './figures.ts'

/** Of so many of the newest runs each two are compared: the page has room for no more. */
const COMPARED = 6

/** @param stored runs of one scenario, the oldest first */
export function runsOf(stored: readonly Stored<Result>[]): RunData[] {
  return stored.map(({ file: result, path }) => ({
    file: path,
    startedAt: result.startedAt,
    commit: result.source.commit?.slice(0, 7) ?? null,
    rounds: result.rounds.length,
    versions: stored.length > 1 ? versionsOf(result) : {},
  }))
}

function versionsOf({ servers }: Result): RunData['versions'] {
  const measured = servers.filter(({ summary }) => summary)
  return Object.fromEntries(measured.map(({ name, version, runtimeVersion }) => [name, version ?? runtimeVersion]))
}

/** @param stored runs of one scenario, the oldest first */
export function comparisonsOf(stored: readonly Stored<Result>[]): RunComparison[] {
  const places = [...stored.keys()].slice(-COMPARED)
  return places.flatMap((recent, i) =>
    places.slice(0, i).map((old): RunComparison => {
      const [before, after] = [stored[old], stored[recent]].map((each) => ({
        file: each?.path ?? '',
        result: each?.file as Result,
      })) as [Compared, Compared]
      return { old, new: recent, ...compared(before, after) }
    }),
  )
}

type Compared = Parameters<typeof compareResults>[0]

function compared(old: Compared, recent: Compared): Pick<RunComparison, 'rows' | 'notes' | 'refusal'> {
  try {
    const { rows, notes } = compareResults(old, recent, { acrossMachines: false })
    return {
      rows: rows.map(({ server, ratio, low, high, difference, method }) => ({
        server,
        ratio: ratioFigure({ ratio, low, high }),
        difference,
        method,
      })),
      notes,
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { rows: [], notes: [], refusal: messageOf(error) }
  }
}
