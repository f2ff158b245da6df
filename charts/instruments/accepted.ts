/** Marks servers that accept invalid data in the tables and charts of instruments, as in those of runs. */
import { CAVEATS } from '../../shared/results/caveats.ts'
import type { Published } from '../../shared/results/published.ts'

/** Scenario of the files that name none. */
const USUAL = 'update-user'

const { mark } = CAVEATS['accepts-invalid']

/** Fields of files. Libraries that were checked in process have `accepts`. */
interface Entry {
  name: string
  displayName: string
  refusal: string | null
  accepts?: string
}

interface Lists {
  scenario?: string
  servers?: readonly Entry[]
  /** In measurements of probes. */
  subjects?: readonly (Omit<Entry, 'refusal'> & { disqualified: string | null })[]
}

/**
 * Puts the mark behind the names of servers that accept invalid data, in the file's own checks or the published runs of its scenario.
 * @returns the file to show, and a note per kind of data
 */
export function withAccepted<F>(
  file: F,
  published: readonly Published[],
): { file: F; accepted: string[] } {
  const { subjects, scenario = USUAL, ...lists } = file as Lists
  const ofProbe = subjects?.map((each) => ({ ...each, refusal: each.disqualified }))
  const servers = lists.servers ?? ofProbe ?? []
  const result = published.find((each) => each.result.scenario === scenario)?.result
  const messages = new Map(
    (result?.servers ?? []).flatMap(({ name, summary }) => {
      const caveat = summary?.caveats.find(({ kind }) => kind === 'accepts-invalid')
      return caveat ? [[name, caveat.message] as const] : []
    }),
  )
  const messageOf = ({ name, accepts = messages.get(name) }: Entry) => accepts
  const own = servers.filter((server) => messageOf(server) && server.refusal === null)
  if (own.length === 0) return { file, accepted: [] }
  const marked = servers.map((server) =>
    own.includes(server) ? { ...server, displayName: `${server.displayName} ${mark}` } : server,
  )
  const accepted = [...Map.groupBy(own, messageOf)].map(([message, all]) => {
    const names = new Set(all.map(({ displayName }) => displayName))
    return `${mark} accepts-invalid: ${[...names].join(', ')}: ${message}`
  })
  const unmarked = ({ refusal: _, ...subject }: Entry) => subject
  return {
    file: { ...file, ...(subjects ? { subjects: marked.map(unmarked) } : { servers: marked }) },
    accepted,
  }
}
