/** Details of a server in the scenario, which open below its row. */
import { html, nothing, type TemplateResult } from 'lit-html'
import { figureWithEnds, ratioIn } from './columns.ts'
import { data, fileAt, type Server, type Shown } from './page.ts'
import { permalinkOf } from './state.ts'
import { listItems, plainTable, prose, UNRANKED } from './words.ts'

/** @param base the reference */
export function serverDetails(server: Server, scenario: Shown, base: Server): TemplateResult {
  const { name, displayName } = server
  const listed = data.servers.find((each) => each.name === name)
  const behaviours = listAt(server.behaviours).toSorted((a, b) => isRejected(a) - isRejected(b))
  const caveats = server.caveats.map(({ kind, trials, of, message }) => {
    const { mark = '', meaning = '' } = data.caveats[kind] ?? {}
    return `${mark} ${kind}, in ${trials} of ${of} trials: ${meaning} (${message})`
  })
  return html`
    <div class="details-body" role="region" aria-label="details of ${displayName}" id="details-${name}">
      ${detail('Figures', facts(figuresOf(server, scenario, base)))}
      ${itemsDetail('Caveats of these figures', caveats)}
      ${description(server)}
      ${itemsDetail('Notes', listAt(server.remarks).flat())}
      ${behaviours.length > 0 ? detail('What it accepts and rejects', plainTable(['case', 'outcome'], behaviours)) : nothing}
      ${itemsDetail('Crashes and protocol violations', listed?.violations ?? [])}
      ${pages(listed?.pages ?? [])}
      ${detail('Link', links(server, scenario))}
    </div>`
}

const listAt = (index: number) => data.lists[index] ?? []

const detail = (title: string, content: unknown) => html`
  <section class="detail"><h3>${title}</h3>${content}</section>`

const itemsDetail = (title: string, items: readonly string[]) =>
  items.length === 0 ? nothing : detail(title, listItems(items))

/** @param entries names and values */
const facts = (entries: readonly (readonly string[])[]) => html`
  <dl>
    ${entries.map(
      ([name = '', value]) => html`<div><dt>${prose(name)}</dt><dd>${value}</dd></div>`,
    )}
  </dl>`

/** Returns all figures of a server with their intervals, and the ratio to the reference. */
function figuresOf(server: Server, scenario: Shown, base: Server): string[][] {
  const ratio = ratioIn(scenario, server.name, base.name)
  return [
    [
      `requests/s × ${base.displayName}`,
      ratio ? figureWithEnds([ratio.value, ratio.low, ratio.high], 4) : 'unknown',
    ],
    ['rank', server.isUnranked ? UNRANKED.toLowerCase() : server.ranks],
    ...scenario.columns.flatMap(({ title, digits, isPrediction }, i) => {
      const figure = server.figures[i]
      if (!figure) return []
      const what = isPrediction ? `${title}, × ${scenario.baseline}` : title
      return [[what, typeof figure === 'string' ? figure : figureWithEnds(figure, digits)]]
    }),
  ]
}

/** Packages of the registry are linked: their pages lead to their repositories. */
function description(server: Server): TemplateResult {
  const { packages, inRegistry } = server
  const folder = `servers/${server.name}`
  const linked = packages.map((each, i) => {
    const [, name, version] = /^(.+)@([^@]+)$/.exec(each) ?? []
    const address = `https://www.npmjs.com/package/${name}/v/${version}`
    return html`${i > 0 ? ', ' : ''}<a href=${address}>${each}</a>`
  })
  const packagesText =
    packages.length === 0 ? 'none of its own' : inRegistry ? linked : packages.join(', ')
  return detail(
    'Description',
    html`
      <p>${prose(server.description)}</p>
      ${facts(listAt(server.facts))}
      ${serverLink(server)}
      <p class="small"><a href=${fileAt(folder)}>Source: ${folder}</a></p>
      <p class="small">Packages: ${packagesText}</p>`,
  )
}

/** Links the server's page, which only the site has. */
function serverLink({ name, displayName }: Server): TemplateResult | typeof nothing {
  const { servers } = document.body.dataset
  if (servers === undefined) return nothing
  const page = `${servers}/${name}/README.html`
  return html`<p class="small"><a href=${page}>${displayName} in all scenarios</a></p>`
}

/** Sorts what is accepted first. */
const isRejected = ([, outcome = '']: readonly string[]) => Number(/^\d|^no /.test(outcome))

/** Links pages by the addresses in the footer, which the site changes to its own. */
function pages(places: readonly number[]): TemplateResult | typeof nothing {
  const footerLinks = document.querySelectorAll('#pages a')
  const links = places.flatMap((place) => footerLinks[place] ?? [])
  const item = (link: Element) =>
    html`<li><a href=${link.getAttribute('href')}>${link.textContent}</a></li>`
  return links.length === 0
    ? nothing
    : detail('Other measurements', html`<ul>${links.map(item)}</ul>`)
}

/** Links the server's row, and shows its badge, which a report on disk lacks. */
function links({ name, displayName }: Server, scenario: Shown): TemplateResult {
  const { row, markdown } = permalinkOf(location.href, scenario, name)
  const badge = html`<p class="small">Badge for a README: <code>${markdown}</code></p>`
  return html`
    <p><a href=${row}>${displayName} in ${scenario.title}</a></p>
    ${location.protocol.startsWith('http') ? badge : nothing}`
}
