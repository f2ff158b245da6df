import * as statistics from 'simple-statistics'
import ticks from '../../results/experiments/ticks.json' with { type: 'json' }
import { grouped } from '../../shared/basics/text.ts'
import { type Article, dotChart, range } from './article.ts'

/** Figures are named `<server>.<state>`, such as `express.discarded`, and `express.more` for the difference. */
export function ticksArticles(): Article[] {
  const { madeAt, figures } = ticks
  const servers = figures.servers.map(({ name, asStarted, pinned, discarded }) => {
    const [fast, held, slow] = [asStarted, pinned, discarded].map((counts) =>
      statistics.mean(counts),
    ) as [number, number, number]
    return { name, fast, slow, more: slow / fast - 1, alike: held / fast - 1 }
  })
  const percent = (share: number) => `${(100 * share).toFixed(0)}%`
  const shown = servers.toSorted((a, b) => b.more - a.more)
  const [least, most] = range(
    servers.map(({ more }) => more),
    percent,
  )
  const [addedLeast, addedMost] = range(
    servers.map(({ fast, slow }) => slow - fast),
    grouped,
  )
  const texts = {
    ...Object.fromEntries(
      servers.flatMap(({ name, fast, slow, more }) => [
        [`${name}.started`, grouped(fast)],
        [`${name}.discarded`, grouped(slow)],
        [`${name}.more`, percent(more)],
      ]),
    ),
    ...{ node: figures.node, processes: String(figures.servers[0]?.pinned.length) },
    ...{ least, most, addedLeast, addedMost },
    pinnedMost: percent(Math.max(...servers.map(({ alike }) => Math.abs(alike)))),
    qemu: figures.version.replace(/^\S+ version (\S+).*/, '$1'),
  }
  const chart = dotChart({
    title: `In its slow state, Node.js executes ${least} to ${most} more instructions per request`,
    subtitle:
      'Lower is better: what a request costs more, in percent of the instructions in the fast state.',
    axis: '% more instructions per request',
    headings: ['more', 'fast', 'slow'],
    dots: shown.map(({ name, more, fast, slow }) => ({
      label: name,
      value: 100 * more,
      texts: [`+${percent(more)}`, grouped(fast), grouped(slow)],
    })),
    caption: `update-user · ${madeAt.slice(0, 10)} · Node.js ${figures.node} · counted by ${figures.version}`,
  })
  const name = 'node-two-states'
  return [
    { name, figures: texts, chart },
    { name: `${name}-issue`, figures: texts },
  ]
}
