/** What a processor's abilities change in a count: one program, counted by QEMU as several processors. */
import { table } from '../../charts/text/markdown.ts'
import { grouped } from '../../shared/basics/text.ts'
import { spreadOf } from '../../shared/result/statistics.ts'
import { readyCounter } from '../instructions/counters.ts'
import { countWhole } from '../instructions/qemu.ts'
import { type Experiment, perform } from './lib/experiment.ts'

interface Figures {
  /** Of QEMU. */
  version: string
  /** Of Node, which runs the program. */
  node: string
  /** That the program reads and writes. */
  users: number
  /** Instructions of the whole program, each time, by the name that QEMU has for the processor. */
  processors: { name: string; counts: number[] }[]
}

/** The one that counts are made with comes first; the last has what every x86-64 has. */
const PROCESSORS = ['max', 'EPYC-Milan', 'Skylake-Server', 'Haswell', 'qemu64']
const TIMES = 3
const USERS = 5_000

/** What a server does with a body. */
const PROGRAM = `const body = Buffer.from(JSON.stringify({ id: 1, name: 'ada', surname: 'lovelace', lastUpdate: '2028-06-20T03:55:41.160Z' }))
let bytes = 0
for (let i = 0; i < ${USERS}; i++) {
  const user = JSON.parse(body.toString())
  user.lastUpdate = new Date(user.lastUpdate)
  bytes += Buffer.from(JSON.stringify(user)).length
}`
/** One thread, and nothing drawn at random: what differs is then the processor. */
const ALIKE = ['--predictable', '--random-seed=1', '--hash-seed=1']

export const processors: Experiment<Figures> = {
  name: 'processors',
  async measure() {
    const { counter } = await readyCounter('qemu')
    const counted = PROCESSORS.map((name) => ({ name, counts: [] as number[] }))
    for (let time = 1; time <= TIMES; time++) {
      for (const { name, counts } of counted) {
        counts.push(await countWhole([process.execPath, ...ALIKE, '--eval', PROGRAM], name))
        console.log(`${name}: ${counts.at(-1)}`)
      }
    }
    return { version: counter.version(), node: process.versions.node, users: USERS, processors: counted }
  },
  markdown,
}

function markdown({ version, node, users, processors: [first, ...others] }: Figures): string {
  if (!first) return ''
  const base = spreadOf(first.counts)
  const change = (value: number, digits: number) => `${value >= 0 ? '+' : ''}${(100 * value).toFixed(digits)}%`
  const rows = [first, ...others].map(({ name, counts }) => {
    const { mean, min, max } = spreadOf(counts)
    return [name, grouped(mean), change(mean / base.mean - 1, 3), `${((100 * (max - min)) / mean).toFixed(4)}%`]
  })
  const text = `A program on one thread that reads and writes ${grouped(users)} users with Node.js ${node}, counted from its start to its end, ${first.counts.length} times as each of several processors that QEMU emulates on the same machine. Counts are made as the first of them, \`${first.name}\`.`
  const header = ['processor', 'instructions', `against ${first.name}`, 'greatest less least']
  const aligned = header.map((_, column) => (column === 0 ? 'left' : 'right') as 'left' | 'right')
  return [text, table(header, rows, aligned), `${version}.`].join('\n\n')
}

await perform(processors, import.meta.main)
