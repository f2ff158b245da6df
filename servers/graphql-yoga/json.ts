import { createServer } from 'node:http'
import { DateTimeResolver } from 'graphql-scalars'
import { createSchema, createYoga } from 'graphql-yoga'
import { profileOf } from '../../shared/models/profile.ts'

let count = 0

const schema = createSchema({
  typeDefs: /* GraphQL */ `
    scalar DateTime

    type Person {
      name: String!
      email: String!
      age: Int!
    }

    type Metadata {
      version: Int!
      active: Boolean!
      tags: [String!]!
      score: Float!
    }

    type Profile {
      id: Int!
      profile: Person!
      roles: [String!]!
      metadata: Metadata!
      createdAt: DateTime!
      updatedAt: DateTime!
    }

    type Query {
      json: Profile!
    }
  `,
  resolvers: { DateTime: DateTimeResolver, Query: { json: () => profileOf(++count) } },
})

createServer(createYoga({ schema })).listen(Number(process.env.PORT), process.env.HOST)
