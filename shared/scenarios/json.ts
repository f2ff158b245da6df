import { profileOf } from '../models/profile.ts'
import { type Contract, Counted, type Scenario, type ValidCase } from './scenario.ts'

/** `json`: a nested object with two dates, built for each request and serialized. */
export const json: Scenario = {
  name: 'json',
  title: 'JSON',
  description: 'builds a nested object with two dates from a counter and serializes it',
  validates: false,
  file: 'json',
  route: { method: 'GET', path: '/json', procedure: 'json' },
  validCase: () => next('profile'),
  contract,
}

/** Its number is the server's own, and no two answers have the same. */
const expected = new Counted('id', profileOf)

const next = (id: string): ValidCase => ({ id, json: '', expected })

function contract(): Contract {
  return {
    valid: [next('profile'), next('another profile'), next('and another')],
    invalid: [{ id: 'another path', json: '', path: '/nothing', statuses: [404, 405] }],
    observed: [],
  }
}
