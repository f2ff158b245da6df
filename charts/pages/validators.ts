/** The page of what validation libraries cost in process, made from a file of validators. */
import type { Estimate } from '../../shared/result/intervals.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { OPERATIONS, type OperationId, type Validators } from '../../shared/result/validators.ts'
import { relativeWidth, type Summarized, summarized } from '../../shared/result/validators-summary.ts'
import { finding } from '../specs/rows.ts'
import {
  acceptsFootnotes,
  drawValidators,
  markedName,
  nanoseconds,
  VALIDATORS_TITLE,
  validatorRows,
  validatorsConditions,
} from '../specs/validators.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { blocks, columnsTable, inline, list, type TableColumn } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { linkFrom, VALIDATORS_PATH } from '../text/paths.ts'
import { drawAll, type Picture, pictureOf, pictureText } from './pictures.ts'

const link = linkFrom(VALIDATORS_PATH)

const OPERATION_TITLES: Record<OperationId, string> = {
  validate: 'validate',
  firstError: 'first error',
  allErrors: 'all errors',
  parse: 'parse',
  stringify: 'stringify',
}

/** Page and pictures by path from the repository's root. Nothing is read or written. */
export async function validatorsPublication(stored: Stored<Validators>): Promise<Map<string, string>> {
  const pictures = await drawAll([chartOf(stored.file)])
  return new Map([[VALIDATORS_PATH, validatorsPage(stored)], ...pictures])
}

function chartOf(validators: Validators): Picture {
  const alt = finding(VALIDATORS_TITLE, validatorRows(validators), 'library')
  return pictureOf(VALIDATORS_PATH, 'parse', alt, (theme) => drawValidators(validators, theme))
}

/** The whole page; all of it is generated. */
function validatorsPage({ file: validators, path }: Stored<Validators>): string {
  const runtimes = Map.groupBy(summarized(validators), ({ runtime }) => runtime)
  return `${blocks(
    '# Validation in process',
    `What validation libraries cost without HTTP, with the model of update-user and an input that no call had before. [The method](${link('docs/validators.md')}) says how it is measured, and what it is not. \`npm run bench -- validators\` measures yours.`,
    pictureText(chartOf(validators), VALIDATORS_PATH),
    list([
      '`validate`: whether a parsed JSON value is a user, of valid ones; nothing is made of it',
      '`first error`, `all errors`: what is wrong, of values with two wrong fields; blank where a library knows only the other way',
      '`parse`: validation, and the user with its `Date`, of valid ones',
      '`stringify`: the user’s JSON text, by the library’s own serializer where it has one',
      '±: 95% interval over fresh processes',
    ]),
    ...[...runtimes].map(([runtime, libraries]) => runtimeText(runtimeTitles[runtime] ?? runtime, libraries)),
    list([
      ...acceptsFootnotes(validators).map(inline),
      ...validatorsConditions(validators).map(inline),
      ...remarks(validators),
      `All of it: [\`${path}\`](${link(path)})`,
    ]),
  )}\n`
}

type Column = TableColumn<Summarized>

const LIBRARY: Column = ['library', (each) => inline(markedName(each))]

function runtimeText(title: string, libraries: readonly Summarized[]): string {
  const isCounted = libraries.some(({ summary }) => summary.operations.validate?.instructions)
  const isWeighed = libraries.some(({ summary }) => typeof summary.operations.validate?.bytes === 'number')
  return blocks(
    `## ${title}`,
    'Nanoseconds a call:',
    columnsTable(libraries, [
      LIBRARY,
      ['version', ({ version }) => version ?? '', 'left'],
      ['how', ({ validation }) => validation.how, 'left'],
      ...OPERATIONS.map(
        (id): Column => [OPERATION_TITLES[id], ({ summary }) => timeCell(summary.operations[id]?.nanoseconds)],
      ),
    ]),
    ...(isCounted
      ? [
          'Instructions a call, of the thread that runs the JavaScript:',
          columnsTable(libraries, [
            LIBRARY,
            ...OPERATIONS.map((id): Column => [OPERATION_TITLES[id], (each) => countCell(each, id)]),
          ]),
        ]
      : []),
    isWeighed
      ? 'Bytes that a call allocates, and the cold start of a fresh process:'
      : 'The cold start of a fresh process:',
    columnsTable(libraries, [
      LIBRARY,
      ...(isWeighed
        ? OPERATIONS.map((id): Column => [`${OPERATION_TITLES[id]}, bytes`, (each) => bytesCell(each, id)])
        : []),
      ['import, ms', ({ summary }) => estimateCell(summary.importMilliseconds)],
      ['first call of validate, µs', ({ summary }) => estimateCell(summary.firstCallMicroseconds)],
    ]),
  )
}

function timeCell(estimate: Estimate | undefined): string {
  return estimate ? `${nanoseconds(estimate.value)}${width(estimate)}` : ''
}

function estimateCell(estimate: Estimate): string {
  return `${significant(estimate.value, 3)}${width(estimate)}`
}

/** Half of the interval in percent of the mean; in whole percents, which is as much as anybody needs. */
function width(estimate: Estimate): string {
  const share = relativeWidth(estimate)
  return share === null ? '' : ` ±${share < 0.0095 ? (share * 100).toFixed(1) : (share * 100).toFixed(0)}%`
}

function countCell({ summary }: Summarized, id: OperationId): string {
  const { instructions, settled } = summary.operations[id] ?? {}
  if (!instructions) return ''
  return `${significant(instructions.value, 3)}${width(instructions)}${settled ? '' : ' ¶'}`
}

function bytesCell({ summary }: Summarized, id: OperationId): string {
  const bytes = summary.operations[id]?.bytes
  return bytes === null || bytes === undefined ? '' : bytes < 1 ? '0' : significant(bytes, 3)
}

function remarks(validators: Validators): string[] {
  const { libraries, notInstalled, notCounted } = validators
  const unsettled = summarized(validators).some(({ summary }) =>
    Object.values(summary.operations).some(({ settled }) => settled === false),
  )
  return [
    ...(unsettled
      ? ['¶ **not settled**: the count still moved in the last half of what was counted, in one process at the least']
      : []),
    ...libraries.flatMap(({ library, runtime, refusal }) =>
      refusal === null
        ? []
        : [`${inline(library)} on ${runtimeTitles[runtime] ?? runtime}: refused: ${inline(refusal)}`],
    ),
    ...libraries.flatMap(({ library, runtime, deviations }) =>
      deviations.length === 0
        ? []
        : [`${inline(library)} on ${runtimeTitles[runtime] ?? runtime}: ${inline(deviations.join('; '))}`],
    ),
    ...notInstalled.map(({ name }) => `${inline(name)}: not installed, so not measured`),
    ...(notCounted === null ? [] : [`Instructions were not counted: ${inline(notCounted)}`]),
  ]
}
