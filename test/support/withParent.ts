/** Node's arguments for a server that ends when the tests that started it are gone, however they went. */
export const WITH_PARENT = ['--import', './test/support/watchParent.mjs'];
