import type { WorkedAround } from '../../../charts/instruments/workarounds/format.ts'
import workarounds from '../../../charts/instruments/workarounds/instrument.ts'
import { identityOf } from '../../host/identity.ts'
import type { MissingServer } from '../../host/servers.ts'
import { partOf } from '../../variants/parts.ts'
import { timeParts } from '../../variants/time-parts.ts'
import { timingOf, variantsCommand } from '../variants.ts'
import { workarounds as kind } from './kind.ts'

export default variantsCommand({
  shows: workarounds,
  description: 'measure what work-arounds in servers cost, against what the frameworks document',
  options: {},
  kind,
  opening: () => 'work-arounds in CPU time of update-user',
  async measure({ found, notInstalled, attempts, pinning, random }, { processes, seed, ...values }) {
    const timing = timingOf(values)
    const measured = found.map((varied) => ({
      varied,
      parts: varied.variants.map((variant) => ({ ...partOf(varied, variant), id: variant.without })),
    }))
    const groups = measured.map(({ parts }) => parts)
    const timed = await timeParts({ ...timing, processes, seed, pinning, random }, groups, attempts)
    const servers = measured.map(({ varied: { server, code }, parts }): WorkedAround => {
      const refusal = attempts.reasonOf(server)
      const of = (without: string | null) =>
        (refusal === null && parts.find(({ id }) => id === without)?.microseconds) || []
      const costs = server.manifest.workarounds.map((each) => ({ ...each, microseconds: of(each.id) }))
      return { ...identityOf(server), code, refusal, microseconds: of(null), workarounds: costs }
    })
    return { timing: { ...timing, ...timed }, servers: [...servers, ...notInstalled.map(notMeasured)] }
  },
})

/** What is not installed is listed with its work-arounds all the same. */
function notMeasured({ name, manifest }: MissingServer): WorkedAround {
  const workarounds = manifest.workarounds.map((each) => ({ ...each, microseconds: [] }))
  return {
    ...{ name, displayName: manifest.name ?? name, version: null, runtime: manifest.runtime, runtimeVersion: '' },
    ...{ refusal: null, code: '', microseconds: [], workarounds },
  }
}
