import { version } from 'esbuild'
import type { EdgeFile } from '../../../charts/instruments/edge/format.ts'
import edge from '../../../charts/instruments/edge/instrument.ts'
import { counts, fixedSeed, processes, quick } from '../../cli/options.ts'
import { EDGE, STEPS } from '../../folders/servers.ts'
import { foldersCommand, namesOf } from '../folders.ts'
import { type MeasuredServer, measureProcesses } from '../processes.ts'
import { findWorkerd } from './launch.ts'
import { type Contender, type EdgeProcess, edgeOf } from './measure.ts'

export default foldersCommand({
  shows: edge,
  description:
    'which frameworks and validation libraries run on Cloudflare Workers, and what their starts execute',
  options: { processes: processes(5, 1), counts, seed: fixedSeed, quick },
  files: { framework: EDGE, library: STEPS },
  prepare: async () => ({ workerd: await findWorkerd(), version: `esbuild ${version}` }),
  async measure({ subjects, values: { processes, seed }, tool: { workerd }, counter, lanes }) {
    const measured = await measureProcesses({
      ...{ servers: subjects, processes, lanes, seed },
      measure: (contender, _, cpus) => edgeOf(contender, { workerd, seed, counter }, cpus),
      line: ({ workers, strict }) =>
        [workers, strict].map(({ failure }) => failure ?? 'runs').join(' · '),
    })
    const { version, compatibilityDate } = workerd
    const counting = counter && { counterVersion: counter.version, selfCheck: counter.selfCheck }
    return {
      scenario: 'update-user' as const,
      protocol: { workerd: version, compatibilityDate, processes, seed, counting },
      servers: measured.map(resultOf),
    }
  },
})

type Measured = MeasuredServer<EdgeProcess, Contender>

function resultOf({ server, processes, ...identity }: Measured): EdgeFile['servers'][number] {
  const { kind } = server
  const [own] = identity.refusal === null ? processes : []
  if (!own) return { ...identity, kind, edge: null }
  const { named, counted: _, ...observed } = own
  const counted = processes.flatMap((process) => process.counted ?? [])
  const documentedStarts = counted.flatMap(({ documentedStart }) => documentedStart ?? [])
  const edge = {
    ...{
      ...observed,
      starts: counted.map(({ start }) => start),
      costs: counted.map(({ cost }) => cost),
    },
    ...(documentedStarts.length > 0 && { documentedStarts }),
  }
  return { ...identity, ...namesOf(server, named?.library, named?.package), kind, edge }
}
