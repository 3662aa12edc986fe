/**
 * The ref of a form without a list of errors: after a submit, moves the focus to the first field with an error, also when
 * the server finds it. Screen readers then read the error, because it describes the field.
 */
export function focusInvalid(form: HTMLFormElement | null) {
  if (!form) return;
  let isSubmitted = false;
  const focus = () => {
    const field = isSubmitted && form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    isSubmitted = false;
    field.focus();
  };
  const observer = new MutationObserver(focus);
  observer.observe(form, { childList: true, subtree: true, attributeFilter: ['aria-invalid'] });
  const submitted = () => {
    isSubmitted = true;
    // The same error as before changes no attribute.
    setTimeout(focus);
  };
  // The user goes on typing before the server has answered.
  const typed = () => {
    isSubmitted = false;
  };
  form.addEventListener('submit', submitted);
  form.addEventListener('input', typed);
  return () => {
    observer.disconnect();
    form.removeEventListener('submit', submitted);
    form.removeEventListener('input', typed);
  };
}
