/**
 * Tool calls of the Model Context Protocol over Streamable HTTP, without a session: a request is JSON-RPC, and its response a
 * server-sent event, as the protocol's SDK sends it by default.
 */
import type { Wire } from './call.ts'
import { property } from './json.ts'
import { plainText } from './notation.ts'

const contentType = 'text/event-stream'

const headers = {
  accept: `application/json, ${contentType}`,
  'content-type': 'application/json',
  'mcp-protocol-version': '2025-11-25',
}

/** JSON-RPC 2.0, section 5.1. */
const INTERNAL_ERROR = -32_603

export const mcp: Wire = {
  title: 'MCP, JSON-RPC',
  contentType,
  encode(route, json) {
    const argument = json && `,"arguments":${plainText(route, json)}`
    const params = `{"name":"${route.procedure}"${argument}}`
    const body = `{"method":"tools/call","params":${params},"jsonrpc":"2.0","id":1}`
    return { method: 'POST', path: '/mcp', headers, body }
  },
  // The specification's section on tools: structured content is repeated as text.
  response(json, route) {
    const value = plainText(route, json)
    const content = `[{"type":"text","text":${JSON.stringify(value)}}]`
    const result = `{"content":${content},"structuredContent":${value}}`
    return `event: message\ndata: {"result":${result},"jsonrpc":"2.0","id":1}\n\n`
  },
  decode: (_route, body) => property(property(messageIn(body), 'result'), 'structuredContent'),
  statusOf(body) {
    const message = messageIn(body)
    const error = property(message, 'error')
    if (error !== undefined) return property(error, 'code') === INTERNAL_ERROR ? 500 : 400
    return property(property(message, 'result'), 'isError') === true ? 400 : 200
  },
}

/** Returns the message of the only event. */
function messageIn(body: Buffer): unknown {
  const lines = body.toString().split(/\r\n|\r|\n/)
  const data = lines.filter((line) => line.startsWith('data:'))
  return JSON.parse(data.map((line) => line.slice('data:'.length)).join('\n'))
}
