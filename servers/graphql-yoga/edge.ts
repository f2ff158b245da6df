import { DateTimeResolver } from 'graphql-scalars'
import { createSchema, createYoga } from 'graphql-yoga'
import type { User } from '../../shared/models/user.ts'

const schema = createSchema({
  typeDefs: /* GraphQL */ `
    scalar DateTime

    type User {
      id: Float!
      name: String!
      surname: String!
      lastUpdate: DateTime!
    }

    input UserInput {
      id: Float!
      name: String!
      surname: String!
      lastUpdate: DateTime!
    }

    type Query {
      _empty: String
    }

    type Mutation {
      updateUser(user: UserInput!): User!
    }
  `,
  resolvers: {
    DateTime: DateTimeResolver,
    Mutation: {
      updateUser(_parent: unknown, { user }: { user: User }) {
        user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
        return user
      },
    },
  },
})

const yoga = createYoga({ schema })

export default { fetch: (request: Request) => yoga.fetch(request) }
