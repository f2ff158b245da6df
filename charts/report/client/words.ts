/** Words, and small elements. */
import { html, type TemplateResult } from 'lit-html'
import type { Kind } from '../data.ts'
import { data } from './page.ts'

export const KINDS: Record<Kind, string> = {
  framework: 'frameworks',
  validator: 'validators on a bare server',
  serializer: 'serializers on a bare server',
  bare: 'bare runtimes',
}

/** Heads the block below the ranked servers. */
export const UNRANKED = 'Unranked: accepts invalid data'

export const RUNTIMES: Record<string, string> = { node: 'Node.js', bun: 'Bun', deno: 'Deno' }

/** Turns Markdown code spans into elements; other text is unchanged. */
export const prose = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))

export const swatch = (role: string, title = RUNTIMES[role] ?? '') =>
  html`<span class="swatch" .style=${`--role: var(--${role})`} title=${title}></span>`

export const listItems = (items: readonly string[]) => html`
  <ul>${items.map((item) => html`<li>${prose(item)}</li>`)}</ul>`

/** @param rows texts of cells, the first of which names the row */
export function plainTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  caption?: string,
): TemplateResult {
  return html`
    <table class="plain">
      ${caption && html`<caption>${caption}</caption>`}
      <thead>
        <tr>${head.map((title) => html`<th scope="col">${title}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name = '', ...cells]) => html`
            <tr>
              <th scope="row">${prose(name)}</th>
              ${cells.map((cell) => html`<td>${prose(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`
}

/** Lists the marks of scenarios, then other notes. */
export function notes(
  scenarios: readonly { servers: readonly { marks: string }[] }[],
  others: readonly string[],
): TemplateResult {
  const shown = new Set(
    scenarios.flatMap(({ servers }) => servers.flatMap(({ marks }) => [...marks])),
  )
  const meanings = Object.entries(data.caveats)
    .filter(([, { mark }]) => shown.has(mark))
    .map(([kind, { mark, meaning }]) => `${mark} ${kind}: ${meaning}`)
  return html`
    <section class="notes" aria-labelledby="notes-title">
      <h3 id="notes-title">Notes</h3>
      ${listItems([...meanings, ...others])}
    </section>`
}
