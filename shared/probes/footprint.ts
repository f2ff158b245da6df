/** Size of each server's production dependencies on disk. */
import { z } from 'zod'
import { dateOf, grouped, plural } from '../basics/text.ts'
import {
  type Contents,
  evidenceOf,
  firstOf,
  type Probe,
  rowsOf,
  type SubjectRow,
} from '../probe/probe.ts'
import { significant } from '../text/numbers.ts'

const Evidence = z.strictObject({
  framework: z.boolean(),
  largest: z.array(z.strictObject({ name: z.string(), bytes: z.int() })),
  installScripts: z.array(z.string()).describe('packages that have one, as `name@version`'),
})

const evidence = (row: SubjectRow) => evidenceOf(row, Evidence)
const bytesOf = (row: SubjectRow) => Number(firstOf(row, 'bytes'))
const megabytes = (bytes: number) => significant(bytes / 1e6)

export const footprint: Probe = {
  name: 'footprint',
  title: 'Footprint',
  sentence: 'packages, megabytes and install scripts of a fresh production install of each server',
  about:
    'What `npm install --omit=dev` puts into an empty folder for the dependencies of each server. It includes the peer dependencies that npm adds, such as TypeScript, but not the runtime.',
  evidence: Evidence,
  metrics: [
    { id: 'packages', title: 'packages', estimate: 'first', better: 'lower', format: grouped },
    { id: 'bytes', title: 'MB', scale: 1e-6, estimate: 'first', better: 'lower' },
    {
      id: 'largest',
      title: 'largest, MB',
      value: (row) =>
        evidence(row)
          .largest.map(({ name, bytes }) => `${name} ${megabytes(bytes)}`)
          .join(', ') || null,
    },
    {
      id: 'installScripts',
      title: 'install scripts',
      value: (row) => evidence(row).installScripts.join(', ') || null,
    },
    { id: 'build', title: 'build', estimate: 'first' },
  ],
  order: ['bytes'],
  heading: () => 'Production packages on disk',
  lead: ([newest]) => (newest ? finding(newest.file) : ''),
  charts: (file) => [
    {
      kind: 'dots',
      bars: true,
      name: 'footprint',
      what: 'disk space',
      verb: 'takes',
      processes: null,
      subtitle:
        'Lower is better. All files of a fresh production install, with peer dependencies and validation libraries. Bare runtimes, and servers that validate by hand, install less.',
      mostOf(row: SubjectRow) {
        const [largest] = evidence(row).largest
        return largest && 2 * largest.bytes > bytesOf(row)
          ? `${megabytes(largest.bytes)} of ${megabytes(bytesOf(row))} MB is ${largest.name}`
          : null
      },
      rows: rowsOf(footprint, file).filter((row) => bytesOf(row) > 0),
      axis: 'megabytes',
      headings: ['on disk', 'packages'],
      figures: (row: SubjectRow) => ({
        value: bytesOf(row) / 1e6,
        figure: `${megabytes(bytesOf(row))} MB`,
        aside: String(firstOf(row, 'packages')),
      }),
    },
  ],
  place: ({ startedAt, environment: { os, arch, generatorVersion }, subjects }) =>
    `${dateOf(startedAt)} · ${os}, ${arch} · ${generatorVersion} · ${plural(subjects.length, 'server')}`,
}

/** Names the least and the most among frameworks on Node; sizes are exact. */
function finding(file: Contents): string {
  const onNode = rowsOf(footprint, file).filter(
    (row) => evidence(row).framework && row.runtime === 'node',
  )
  const [least, most] = [onNode.at(0), onNode.at(-1)]
  if (!least || !most || least === most) return ''
  const sizeText = (row: SubjectRow) => `${megabytes(bytesOf(row))} MB (${row.displayName})`
  return `Freshly installed for production, the ${onNode.length} servers with a framework on Node take ${sizeText(least)} to ${sizeText(most)}.`
}
