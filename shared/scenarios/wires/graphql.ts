/** GraphQL over HTTP: a document, and its argument as a variable; the response is `{"data":{"<procedure>":value}}`. */
import type { Wire } from './call.ts'
import { parsed, property } from './json.ts'

const contentType = 'application/graphql-response+json'

/** What a client asks of each procedure: all fields of the model. */
const documents: Record<string, string> = {
  updateUser: 'mutation ($argument: UserInput!) { updateUser(user: $argument) { id name surname lastUpdate } }',
  hello: '{ hello { hello } }',
  json: '{ json { id profile { name email age } roles metadata { version active tags score } createdAt updatedAt } }',
}

export const graphql: Wire = {
  title: 'GraphQL',
  contentType,
  encode: ({ procedure }, json) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: contentType },
    body: `{"query":${JSON.stringify(documents[procedure])}${json && `,"variables":{"argument":${json}}`}}`,
  }),
  response: (json, { procedure }) => `{"data":{"${procedure}":${json}}}`,
  decode: ({ procedure }, body) => property(property(parsed(body), 'data'), procedure),
}
