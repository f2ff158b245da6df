/** Nothing can be said of the two versions: one does not install, start or keep the contract. In one line. */
export class Unmeasurable extends Error {}
