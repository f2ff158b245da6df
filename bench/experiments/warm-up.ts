/**
 * Compares two stored runs of one machine, 40 minutes apart, without and with a warm-up by requests. Nothing is loaded.
 */
import { join } from 'node:path'
import { table } from '../../charts/text/markdown.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { readResult } from '../../shared/results/file.ts'
import { fitOf } from '../../shared/results/restated.ts'
import { BASELINE } from '../run/run-plan.ts'
import { type Experiment, perform } from './lib/experiment.ts'

interface Figures {
  /** Paths from the repository's root: after 1 to 2 s, and after 20,000 requests and 1 s at least. */
  bySeconds: string
  byRequests: string
  /** Ratios to the baseline. */
  servers: { name: string; bySeconds: number; byRequests: number }[]
}

/** Shown are changes of at least this share. */
const SHOWN = 0.1
const bySeconds = 'results/update-user/2026-11-25T03-59-39Z.json'
const byRequests = 'results/update-user/2026-11-25T04-38-20Z.json'

export const warmUp: Experiment<Figures> = {
  name: 'warm-up',
  async measure() {
    const [before, after] = [bySeconds, byRequests].map((path) => fitOf(readResult(join(ROOT, path))))
    const ratio = (fit: typeof before, name: string) =>
      Math.exp(fit?.contrast(name, BASELINE)?.difference ?? Number.NaN)
    const servers = (before?.servers ?? [])
      .filter((name) => name !== BASELINE && after?.servers.includes(name))
      .map((name) => ({ name, bySeconds: ratio(before, name), byRequests: ratio(after, name) }))
    return { bySeconds, byRequests, servers }
  },
  markdown({ servers, ...files }, link) {
    const change = (server: Figures['servers'][number]) => server.byRequests / server.bySeconds - 1
    const shown = servers
      .filter((server) => Math.abs(change(server)) >= SHOWN)
      .toSorted((a, b) => change(b) - change(a))
    const rows = shown.map((server) => [
      `\`${server.name}\``,
      server.bySeconds.toFixed(3),
      server.byRequests.toFixed(3),
      `${change(server) > 0 ? '+' : ''}${(100 * change(server)).toFixed(0)}%`,
    ])
    return [
      `Two runs of \`update-user\` on one machine, 40 minutes apart: after [1 to 2 s of load](${link(files.bySeconds)}), and after [20,000 requests and 1 s](${link(files.byRequests)}). Of ${servers.length} servers these changed by ${100 * SHOWN}% or more:`,
      table(['server', '× http-node, by seconds', '× http-node, by requests', 'change'], rows, [
        'left',
        'right',
        'right',
        'right',
      ]),
    ].join('\n\n')
  },
}

await perform(warmUp, import.meta.main)
