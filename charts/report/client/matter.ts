/** View "Does it matter?": two servers, and the effect of choosing one of them, from the reader's own figures. */
import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { Costs } from '../../../shared/stats/cost.ts'
import {
  answerTo,
  errorOf,
  inputOf,
  matterRows,
  type NumberName,
  requestSentence,
  usualOf,
  verdictText,
} from '../../text/matter-text.ts'
import { chooser, serverChooser } from './controls.ts'
import { data, fileAt, get, type Server, type Shown, set } from './page.ts'
import { listOf } from './state.ts'
import { plainTable } from './words.ts'

/** Default choice. */
const USUAL = ['fastify', 'express']

const KINDS = [
  ['waits', 'waits (a database, another service)'],
  ['computes', 'computes on the server’s CPU'],
] as const

const paragraph = (text: string) => html`<p class="answer">${text}</p>`

export function matter({ servers, name, title }: Shown): TemplateResult {
  const costs = data.costs[name]
  if (!costs)
    return paragraph(`CPU time per request at realistic rates has not been measured for ${title}.`)
  const [first, second] = pairOf(servers)
  const pick = (...names: string[]) => set({ pick: names.join() })
  const isValid = !errorIn('work', costs) && !errorIn('rate', costs)
  return html`
    <div class="choosers">
      ${serverChooser(servers, 'matter-first', 'Take', first.name, (name) => pick(name, second.name))}
      ${serverChooser(servers, 'matter-second', 'instead of', second.name, (name) => pick(first.name, name))}
    </div>
    <div class="choosers">
      ${numberField('work', 'Your own work per request, ms', costs)}
      ${numberField('rate', 'Requests/s of one process', costs)}
      ${chooser('matter-kind', 'Your work', KINDS, inputOf(get, costs).kind, (kind) =>
        set({ 'matter.kind': kind === 'waits' ? undefined : kind }),
      )}
    </div>
    <div class="matter" aria-live="polite">
      ${isValid ? answer(costs, first, second) : nothing}
    </div>
    <p class="small">
      <a href=${fileAt('docs/report.md#does-it-matter')}>What is assumed, and what the words mean</a>
    </p>`
}

/** Returns the first two servers picked in a table; the default takes the place of others. */
function pairOf(servers: readonly Server[]): [first: Server, second: Server] {
  const picked = listOf(get('pick'))
  const names =
    picked.length >= 2 ? picked : [...picked, ...USUAL.filter((name) => !picked.includes(name))]
  const found = names.flatMap((name) => servers.find((server) => server.name === name) ?? [])
  const [first = servers[0], second = servers.at(-1)] = found
  return [first as Server, second as Server]
}

const enteredIn = (name: NumberName, costs: Costs) =>
  get(`matter.${name}`) ?? String(usualOf(name, costs))

const errorIn = (name: NumberName, costs: Costs) => errorOf(name, enteredIn(name, costs))

function numberField(name: NumberName, label: string, costs: Costs): TemplateResult {
  const id = `matter-${name}`
  const usual = String(usualOf(name, costs))
  const error = errorIn(name, costs)
  // The value of an input that is not a number is empty.
  const enter = (event: Event) => {
    const { value } = event.target as HTMLInputElement
    set({ [id.replace('-', '.')]: value === usual ? undefined : value })
  }
  return html`
    <label class="chooser">
      <span>${label}</span>
      <input type="number" id=${id} min="0" step="any" placeholder=${usual}
        .value=${live(enteredIn(name, costs))} @input=${enter}
        aria-describedby="${id}-error" aria-invalid=${error !== undefined}>
      <span class="error" id="${id}-error" role="alert">${error}</span>
    </label>`
}

function answer(costs: Costs, first: Server, second: Server): TemplateResult {
  if (first === second) return paragraph('Choose two different servers.')
  const input = { ...inputOf(get, costs), first: first.displayName, second: second.displayName }
  const found = answerTo(costs, [first.name, second.name], input)
  if (typeof found === 'string') return paragraph(found)
  const { matter, included, provisional } = found
  const { word, text } = verdictText(matter)
  const validations = [first, second].map(
    ({ displayName, validation }) => `${displayName}, ${validation || 'none'}`,
  )
  const validation =
    first.validation === second.validation ? '' : ` Validation: ${validations.join('; ')}.`
  return html`
    <p class="verdict"><strong>Does it matter? ${word}.</strong> ${text}${provisional}</p>
    ${paragraph(requestSentence(matter, input))}
    ${plainTable(
      ['what', input.first, input.second, `${input.first} saves`],
      matterRows(matter, input),
      'The figures behind this, with 95% intervals for another machine; a negative saving is a loss',
    )}
    <p class="small">At this rate, ${included}${validation}</p>`
}
