/** Elements in one call each. */

export type Child = Node | string | null | undefined | false

type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>

const SVG = 'http://www.w3.org/2000/svg'

/**
 * @param attributes those that are false or undefined are left out; functions are listeners of the event of that name
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children)
}

/** The same of SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, tag), attributes, children)
}

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

/** Markdown's code between backticks as elements; all else as it is. */
export function prose(text: string): Child[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? h('code', {}, part) : part))
}

/** A figure with its interval behind it, which goes to a line of its own where there is no room. */
export function withEnds(text: string): Child[] {
  const [value = '', ...ends] = text.split(/ (?=\()/)
  return ends.length === 0 ? [value] : [value, ' ', h('span', { class: 'ends' }, ends.join(' '))]
}
