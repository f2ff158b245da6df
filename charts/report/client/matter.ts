/** Panel "Does it matter?": two servers, and the effect of choosing one of them, from the reader's own figures. */
import type { Costs } from '../../../shared/stats/cost.ts'
import type { ServerData } from '../data.ts'
import { chooser, serverChooser } from './controls.ts'
import { h, tableOf } from './dom.ts'
import {
  type Asked,
  answerTo,
  askedOf,
  errorOf,
  matterRows,
  type NumberName,
  requestSentence,
  usualOf,
  verdictText,
} from './matter-text.ts'
import type { Panel, ReportContext } from './panel.ts'
import { listOf } from './state.ts'

/** Default choice. */
const USUAL = ['fastify', 'express']

export const matter: Panel = {
  id: 'matter',
  title: 'Does it matter?',
  render(root, context) {
    const { servers, name, title } = context.scenario
    const costs = context.data.costs[name]
    if (!costs) {
      root.append(
        h(
          'p',
          { class: 'answer' },
          `The CPU time per request at realistic rates is not measured in ${title}.`,
        ),
      )
      return
    }
    const [first, second] = pairOf(context)
    const nameOf = (place: number) => servers[place]?.name ?? ''
    const pick = (...names: string[]) => context.set({ pick: names.join() })
    const output = h('div', { class: 'matter', 'aria-live': 'polite' })
    const fields = [
      numberField(context, costs, 'work', 'Your own work per request, ms', () => show()),
      numberField(context, costs, 'rate', 'Requests/s of one process', () => show()),
    ]
    const show = () => {
      const isValid = fields.map((field) => field.isValid()).every(Boolean)
      output.replaceChildren(...(isValid ? answer(context, costs) : []))
    }
    root.append(
      h(
        'div',
        { class: 'choosers' },
        serverChooser(servers, 'matter-first', 'Take', nameOf(first), (name) =>
          pick(name, nameOf(second)),
        ),
        serverChooser(servers, 'matter-second', 'instead of', nameOf(second), (name) =>
          pick(nameOf(first), name),
        ),
      ),
      h(
        'div',
        { class: 'choosers' },
        ...fields.map(({ element }) => element),
        kindChooser(context, costs),
      ),
      output,
      h(
        'p',
        { class: 'small' },
        h(
          'a',
          { href: `${document.body.dataset.source}/docs/report.md#does-it-matter` },
          'What is assumed, and what the words mean',
        ),
      ),
    )
    show()
  },
}

/** Returns the indices of the first two servers picked in the table of results; the default takes the place of others. */
function pairOf({ scenario, get }: ReportContext): [first: number, second: number] {
  const picked = listOf(get('pick'))
  const names =
    picked.length >= 2 ? picked : [...picked, ...USUAL.filter((name) => !picked.includes(name))]
  const places = names.map((name) => scenario.servers.findIndex((server) => server.name === name))
  const [first = 0, second = scenario.servers.length - 1] = places.filter((place) => place >= 0)
  return [first, second]
}

function kindChooser({ get, set }: ReportContext, costs: Costs): HTMLElement {
  const options = [
    { value: 'waits', text: 'waits (a database, another service)' },
    { value: 'computes', text: 'computes on the server’s CPU' },
  ]
  return chooser('matter-kind', 'Your work', options, askedOf(get, costs).kind, (kind) =>
    set({ 'matter.kind': kind === 'waits' ? undefined : kind }),
  )
}

interface NumberField {
  element: HTMLElement
  /** Returns whether the value is valid; shows the error if it is not. */
  isValid(): boolean
}

function numberField(
  { get, set }: ReportContext,
  costs: Costs,
  name: NumberName,
  label: string,
  show: () => void,
): NumberField {
  const id = `matter-${name}`
  const usual = String(usualOf(name, costs))
  const message = h('span', { class: 'error', id: `${id}-error`, role: 'alert' })
  const input = h('input', {
    type: 'number',
    id,
    min: 0,
    step: 'any',
    value: get(`matter.${name}`) ?? usual,
    placeholder: usual,
    'aria-describedby': message.id,
    input: () => {
      set({ [`matter.${name}`]: input.value === usual ? undefined : input.value }, false)
      show()
    },
  })
  return {
    element: h('label', { class: 'chooser', for: id }, h('span', {}, label), input, message),
    isValid() {
      // The value of an input that is not a number is empty.
      const error = input.validity.badInput ? 'Enter a number.' : errorOf(name, input.value)
      input.setAttribute('aria-invalid', String(error !== undefined))
      message.textContent = error ?? ''
      return error === undefined
    },
  }
}

const validationOf = ({ displayName, validation }: ServerData) =>
  `${displayName}, ${validation || 'none'}`

function answer(context: ReportContext, costs: Costs): HTMLElement[] {
  const { scenario, get } = context
  const [first, second] = pairOf(context)
  const [a, b] = [scenario.servers[first], scenario.servers[second]] as [ServerData, ServerData]
  if (first === second) return [h('p', { class: 'answer' }, 'Choose two different servers.')]
  const asked: Asked = { ...askedOf(get, costs), first: a.displayName, second: b.displayName }
  const found = answerTo(costs, [a.name, b.name], asked)
  if (typeof found === 'string') return [h('p', { class: 'answer' }, found)]
  const { matter, included } = found
  const { word, text } = verdictText(matter)
  return [
    h('p', { class: 'verdict' }, h('strong', {}, `Does it matter? ${word}.`), ` ${text}`),
    h('p', { class: 'answer' }, requestSentence(matter, asked)),
    tableOf({
      kind: 'compared',
      caption:
        'The same in figures, with 95% intervals for another machine; a negative saving is a loss',
      columns: [
        ['what'],
        [asked.first, 'figure'],
        [asked.second, 'figure'],
        [`${asked.first} saves`, 'figure'],
      ],
      rows: matterRows(matter, asked),
    }),
    h(
      'p',
      { class: 'small' },
      `At this rate ${included}`,
      a.validation !== b.validation && ` Validation: ${[a, b].map(validationOf).join('; ')}.`,
    ),
  ]
}
