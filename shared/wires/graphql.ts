/** GraphQL over HTTP: a document, and its argument as a variable; the response is `{"data":{"<procedure>":value}}`. */
import type { Wire } from './call.ts'
import { parsed, property } from './json.ts'

const contentType = 'application/graphql-response+json'

export const graphql: Wire = {
  title: 'GraphQL',
  contentType,
  encode({ procedure, document }, json) {
    if (!document) throw new Error(`the route of ${procedure} has no GraphQL document`)
    return {
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', accept: contentType },
      body: `{"query":${JSON.stringify(document)}${json && `,"variables":{"argument":${json}}`}}`,
    }
  },
  response: (json, { procedure }) => `{"data":{"${procedure}":${json}}}`,
  decode: ({ procedure }, body) => property(property(parsed(body), 'data'), procedure),
}
