import { createServer } from 'node:http'
import { DateTimeResolver } from 'graphql-scalars'
import { createSchema, createYoga } from 'graphql-yoga'
import type { UserList } from '../../shared/models/user-list.ts'

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

    type UserList {
      users: [User!]!
    }

    input UserListInput {
      users: [UserInput!]!
    }

    type Query {
      _empty: String
    }

    type Mutation {
      updateUsers(list: UserListInput!): UserList!
    }
  `,
  resolvers: {
    DateTime: DateTimeResolver,
    Mutation: {
      updateUsers(_parent: unknown, { list }: { list: UserList }) {
        for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
        return list
      },
    },
  },
})

createServer(createYoga({ schema })).listen(Number(process.env.PORT), process.env.HOST)
