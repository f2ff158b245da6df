/** Creates elements. */

export type Child = Node | string | null | undefined | false

type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>

const SVG = 'http://www.w3.org/2000/svg'

/**
 * @param attributes false or undefined leaves one out; a function is a listener of the event of that name
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children)
}

/** Creates an SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, tag), attributes, children)
}

function filled<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  )
  return element
}

/** Turns Markdown code spans into elements; other text is unchanged. */
export function prose(text: string): Child[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? h('code', {}, part) : part))
}

/** Makes a figure's interval an element, which wraps to its own line if necessary. */
export function withEnds(text: string): Child[] {
  const [value = '', ...ends] = text.split(/ (?=\()/)
  return ends.length === 0 ? [value] : [value, ' ', h('span', { class: 'ends' }, ends.join(' '))]
}

interface Table {
  /** Class in the style sheet. */
  kind: 'plain' | 'compared'
  caption?: string
  /** Title and class of each column. */
  columns: readonly (readonly [title: Child, name?: 'figure'])[]
  /** Contents of cells; the first of a row is its heading. */
  rows: readonly (readonly Child[])[][]
}

export function tableOf({ kind, caption, columns, rows }: Table): HTMLTableElement {
  const cell = (contents: readonly Child[], i: number) =>
    i === 0
      ? h('th', { scope: 'row' }, ...contents)
      : h('td', { class: columns[i]?.[1] }, ...contents)
  return h(
    'table',
    { class: kind },
    caption !== undefined && h('caption', {}, caption),
    h(
      'thead',
      {},
      h('tr', {}, ...columns.map(([title, name]) => h('th', { scope: 'col', class: name }, title))),
    ),
    h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells.map(cell)))),
  )
}
