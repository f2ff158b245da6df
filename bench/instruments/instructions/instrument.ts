import instructions from '../../../charts/instruments/instructions/instrument.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { grouped, plural } from '../../../shared/basics/text.ts'
import { shardName, shareInName, sharesOf } from '../../../shared/format/shards.ts'
import { value } from '../../cli/command.ts'
import { fixedSeed, shard } from '../../cli/options.ts'
import { AMOUNTS, readyCounter } from '../../counters/counter.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { countOptions, countServers } from '../counts.ts'
import { serversCommand } from '../servers.ts'

export default serversCommand({
  shows: instructions,
  description: 'count the instructions that servers execute in user space per request',
  options: {
    ...countOptions,
    seed: fixedSeed,
    shard: value(
      '<i/n>',
      'count the i-th of n shares of the chosen servers, such as 2/8; merge combines the shares',
      shard,
    ),
  },
  timed: false,
  more: `
Counts hardly depend on the machine, so several machines can share the work: each counts one share of the servers, and merge
combines their files. Shares depend only on the servers' names; the baseline is treated like any server.

Examples:
  npm run bench -- instructions update-user --shard 1/2 --out one.json     on one machine
  npm run bench -- instructions update-user --shard 2/2 --out two.json     on another
  npm run bench -- merge one.json two.json --out counts.json`,
  place: ({ shard }) =>
    shard ? { path: (usual) => shareInName(usual, shard), publish: false } : {},
  only(names, scenario, { shard }) {
    const share = shard ? sharesOf(names, shard.of, scenario.name)[shard.number - 1] : names
    if (share && share.length > 0) return share
    const { length } = names
    throw new UsageError(
      `shard ${shard && shardName(shard)} of ${scenario.name} is empty: ${plural(length, 'server')} can have at most ${plural(length, 'share')}`,
    )
  },
  async prepare(_, usual) {
    const counter = await readyCounter()
    return { counter, ...lanesFor(usual), tool: counter.version }
  },
  protocol: ({ processes, requests, seed }, _, { lanes }) => ({
    counter: 'qemu' as const,
    ...{ ...AMOUNTS, requests, processes, sideBySide: lanes.length, seed },
  }),
  opening({ processes, requests }, _, { shard }) {
    const share = shard ? `shard ${shardName(shard)}, ` : ''
    return `${share}${plural(processes, 'process', 'processes')} of ${grouped(requests)} requests`
  },
  async measure({ tool: { counter, lanes }, names, values: { shard }, ...plan }) {
    return {
      counterVersion: counter.version,
      selfCheck: counter.selfCheck,
      servers: await countServers({ ...plan, counter, lanes }),
      shard: shard ? { ...shard, chosen: [...names] } : null,
      merged: null,
    }
  },
})
