/**
 * The first script of the frame that shows H5P content. Packages have no origin of their own, so the browser denies them
 * storage, and the H5P core ends with an error instead of starting. Without the property it uses no storage.
 */
Object.defineProperty(window, 'localStorage', { value: null });
// Written, so that the core runs before the scripts of the content, which follow in the page.
document.write('<script src="/runtime/h5p/frame.bundle.js"></script>');
