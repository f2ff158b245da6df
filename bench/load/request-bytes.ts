/** Writes requests as bytes. Each connection of a load has its own layout, so that code for one layout gains little. */
import { createRandom } from '../../shared/basics/random.ts'
import { contentOf, type HttpRequest } from '../../shared/wires/wires.ts'

/** Seed of a layout; null for the layout of the first connection: lower case, in the usual order. */
export type Layout = number | null

const SEPARATORS = [': ', ':', ':  ']

/**
 * Returns the bytes of a request. Order, case and white space of fields carry no meaning: RFC 9110, sections 5.1 and 5.3; RFC
 * 9112, section 5.
 */
export function requestBytes(request: HttpRequest, authority: string, layout: Layout): Buffer {
  const { method, path, headers } = request
  const content = method === 'GET' ? Buffer.alloc(0) : contentOf(request)
  const fields = [
    ['host', authority],
    ['connection', 'keep-alive'],
    ...Object.entries(headers),
    ...(method === 'GET' ? [] : [['content-length', content.length]]),
  ]
  const lines =
    layout === null ? fields.map((field) => field.join(': ')) : varyFields(fields, layout)
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content])
}

function varyFields(fields: readonly (string | number)[][], layout: number): string[] {
  const random = createRandom(layout)
  const isCapitalized = random.pick([false, true])
  const separator = random.pick(SEPARATORS)
  return random
    .shuffle(fields)
    .map(
      ([name, value]) => `${isCapitalized ? capitalized(String(name)) : name}${separator}${value}`,
    )
}

const capitalized = (name: string) => name.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase())
