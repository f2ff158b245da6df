/** The charts of the cost ladder: a stacked bar a library, a part for each step of update-user. */
import { grouped, plural } from '../../shared/basics/text.ts'
import { COST_STEPS, type Cost, type CostMeasure, type CostStep, type CostTiming } from '../../shared/result/cost.ts'
import { type LibraryCost, libraryCosts } from '../../shared/result/cost-summary.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { machineName, runtimesText } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { drawStackedBars, type StackedRow } from './stacked-bars.ts'

/** From the repository's root. */
export const COST_FOLDER = 'charts/published/cost'

/** From the repository's root. */
export function costPicture(measure: CostMeasure, theme: ThemeName): string {
  return `${COST_FOLDER}/${measure}.${theme}.svg`
}

export const COST_TITLES: Record<CostMeasure, string> = {
  instructions: 'What update-user costs step by step, in instructions',
  microseconds: 'What update-user costs step by step, in CPU time',
}

export const COST_AXES: Record<CostMeasure, string> = {
  instructions: 'instructions a request, in user space',
  microseconds: 'µs of CPU time a request, user and system',
}

/** Told apart with any colour blindness (Okabe and Ito's palette), those of HTTP in grey. */
const COLORS: Record<CostStep, Record<ThemeName, string>> = {
  HTTP: { light: '#8c959f', dark: '#6e7681' },
  'read body': { light: '#c4cbd2', dark: '#a5adb6' },
  'JSON.parse': { light: '#56b4e9', dark: '#56b4e9' },
  validate: { light: '#d55e00', dark: '#d55e00' },
  Date: { light: '#f0c929', dark: '#f0e442' },
  handler: { light: '#cc79a7', dark: '#cc79a7' },
  serialize: { light: '#009e73', dark: '#009e73' },
}

/** Libraries by their sum, the least first. */
export function costRows(cost: Cost, measure: CostMeasure): LibraryCost[] {
  return libraryCosts(cost, measure).sort((a, b) => a.sum - b.sum || (a.library.library < b.library.library ? -1 : 1))
}

/** With as many digits as tell steps apart; steps may be below zero. */
export function costFigure(value: number, measure: CostMeasure): string {
  return measure === 'instructions' ? grouped(value) : value.toFixed(2)
}

export function drawCost(cost: Cost, measure: CostMeasure, themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const rows = costRows(cost, measure).map(({ library, steps, sum, server }): StackedRow => {
    const whole = library.server?.bare ? server : null
    return {
      name: library.library,
      parts: steps.map(({ step, value }) => ({ part: step, value })),
      figure: costFigure(sum, measure),
      aside: whole ? costFigure(whole.value, measure) : '',
      mark: whole?.value ?? null,
    }
  })
  const drawing = drawStackedBars(
    {
      title: COST_TITLES[measure],
      subtitle:
        'Lower is less work. Each part is what one more step adds on bare node:http; reading and JSON.parse are the same for all. The line is the library’s own server on node:http, measured whole.',
      rows,
      axis: COST_AXES[measure],
      headings: ['sum', 'its server'],
      colors: COST_STEPS.map((step) => [step, COLORS[step][themeName]]),
    },
    theme,
  )
  return renderSvg(drawing, [costConditions(cost, measure)], theme)
}

function warmUpText({ warmUpSlices, longestWarmUp }: CostTiming): string {
  const least = plural(warmUpSlices, 'slice')
  return longestWarmUp === undefined
    ? `behind a warm-up of ${least}`
    : `behind a warm-up of ${least}, and up to ${longestWarmUp} while a request’s cost falls`
}

/** What was measured when, on what and how, as two paragraphs. */
export function costConditions(cost: Cost, measure: CostMeasure): string[] {
  const { startedAt, environment, processes, seed, counting, timing, ticksHeld } = cost
  const { os } = environment
  const each = `${processes} ${processes === 1 ? 'process' : 'processes'} each`
  const how =
    measure === 'instructions'
      ? counting && [
          `counted by ${counting.counter} (${counting.counterVersion})`,
          `${each} × ${significant(counting.requests, 3)} requests, one at a time on one connection`,
        ]
      : timing && [
          `loaded by the suite’s generator, polling: ${timing.connections} connections × 1`,
          `${each} × ${plural(timing.slices, 'slice')} of ${timing.sliceSeconds} s, in random turns`,
          `${warmUpText(timing)}`,
        ]
  return [
    [startedAt.slice(0, 10), machineName(environment), os, runtimesText(environment)].join(' · '),
    [...(how ?? []), ...(ticksHeld ? ['a tick held in each'] : []), 'processes in random order', `seed ${seed}`].join(
      ' · ',
    ),
  ]
}

/** Parts whose cost still fell when they were measured, in a line; none where all had settled. */
export function unsettledTexts({ timing }: Cost, measure: CostMeasure): string[] {
  const titles = (measure === 'microseconds' && timing?.unsettled) || []
  return titles.length > 0
    ? [`Still cost less from slice to slice after the longest warm-up, in one process or more: ${titles.join(', ')}`]
    : []
}
