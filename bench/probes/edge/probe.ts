import { version } from 'esbuild'
import { edge } from '../../../shared/probes/edge.ts'
import { counts, fixedSeed, processes, quick } from '../../cli/options.ts'
import { EDGE, STEPS } from '../../folders/servers.ts'
import { measuring } from '../../measure/probe.ts'
import { foldersWithFiles } from '../../measure/subjects.ts'
import { count, observe } from './measure.ts'
import { findWorkerd } from './workerd.ts'

export default measuring({
  probe: edge,
  description:
    'which frameworks and validation libraries run on Cloudflare Workers, and how many instructions they execute to start',
  subjects: foldersWithFiles({ framework: EDGE, library: STEPS }),
  options: { processes: processes(5, 1), counts, seed: fixedSeed, quick },
  prepare: async () => ({ workerd: await findWorkerd(), version: `esbuild ${version}` }),
  protocol: (_, { workerd: { version, compatibilityDate }, counter }) => ({
    workerd: version,
    compatibilityDate,
    counter: counter?.version ?? null,
  }),
  async measure(subject, { cpus, values: { seed }, tools: { workerd, counter } }) {
    const plan = { workerd, seed, cpus }
    const observed = await observe(subject, plan)
    if (!counter || observed.values.workers === 'no') return observed
    const counted = await count(counter, subject, plan)
    return { ...observed, values: { ...observed.values, ...counted } }
  },
})
