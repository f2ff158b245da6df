/** The chart of what validation libraries cost in process. */
import type { MeasuredLibrary, Validators } from '../../shared/result/validators.ts'
import { summarized } from '../../shared/result/validators-summary.ts'
import { VERDICTS } from '../../shared/result/verdicts.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { placeLine } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { drawBars } from './bars.ts'
import { type Row, rowOf } from './rows.ts'

export const VALIDATORS_TITLE = 'Parsing a user in process, without HTTP, on Node.js'

/** A row a library, the shortest first, on Node: the page has tables of the other runtimes. */
export function validatorRows(validators: Pick<Validators, 'libraries'>): Row[] {
  const libraries = summarized(validators).filter(({ runtime }) => runtime === 'node')
  return libraries.flatMap(({ library, runtime, summary, accepts }): Row[] => {
    const { parse, validate, allErrors } = summary.operations
    if (!parse) return []
    const { value, low, high } = parse.nanoseconds
    const time = (operation: typeof validate) => (operation ? nanoseconds(operation.nanoseconds.value) : '')
    return [
      {
        ...rowOf({ name: library, displayName: library, runtime }, acceptsMark(accepts)),
        value: Math.max(0, value),
        low: Math.max(0, low ?? value),
        high: high ?? value,
        figure: `${nanoseconds(value)} ns`,
        aside: parse.instructions ? significant(parse.instructions.value, 3) : '',
        more: [time(validate), time(allErrors)],
      },
    ]
  })
}

const acceptsMark = (accepts: string | undefined) => (accepts === undefined ? '' : VERDICTS['accepts-invalid'].mark)

/** A library as its rows name it, with the mark of a caveat. */
export const markedName = ({ library, accepts }: MeasuredLibrary) => `${library} ${acceptsMark(accepts)}`.trim()

/** Lists the invalid data that libraries accept, one line each. */
export function acceptsFootnotes({ libraries }: Pick<Validators, 'libraries'>): string[] {
  const lines = libraries.flatMap((each) =>
    each.accepts ? [`${acceptsMark(each.accepts)} ${each.library} ${each.accepts}`] : [],
  )
  return [...new Set(lines)]
}

/** Three digits, and no part of a nanosecond: what is below one is less than the loop around a call scatters by. */
export function nanoseconds(value: number): string {
  return value < 1 ? '< 1' : value < 100 ? value.toFixed(0) : significant(value, 3)
}

export function drawValidators(validators: Validators, theme: ThemeName): Promise<string> {
  const { processes } = validators.protocol
  const drawing = drawBars(
    {
      title: VALIDATORS_TITLE,
      subtitle: `Lower is better. Bars: validation and the making of the user with its Date, mean of ${processes} processes. Whiskers: 95% interval.`,
      rows: validatorRows(validators),
      axis: 'nanoseconds a call',
      headings: ['parse', 'instructions', 'validate', 'all errors'],
      shape: 'bar and whisker',
    },
    themes[theme],
  )
  return renderSvg(drawing, [acceptsFootnotes(validators), validatorsConditions(validators)], themes[theme])
}

/** Describes the time, place and method of the measurement, in two paragraphs. */
export function validatorsConditions(validators: Validators): string[] {
  const { protocol, counterVersion } = validators
  const { tool, processes, seconds, batches, warmUpBatches, batch, seed, counter } = protocol
  return [
    placeLine(validators, false),
    [
      `timed by ${tool}`,
      `${processes} processes × ${batches} batches of ${significant(batch, 4)} calls or ${seconds} s of calls after ${warmUpBatches} or ${seconds} s`,
      ...(counter ? [`counted by ${counter} (${counterVersion})`] : []),
      `seed ${seed}`,
    ].join(' · '),
  ]
}
