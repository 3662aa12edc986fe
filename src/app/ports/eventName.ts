/** The event that the page is handling and the kind of control, such as `click/button`; empty outside of events. */
export function eventName(view: Window & typeof globalThis): string {
  const { event } = view;
  // React schedules renders as messages to itself.
  if (!event || event.type === 'message') return '';
  const control =
    event.target instanceof view.Element &&
    event.target.closest('a,button,input,textarea,select,form,[role]');
  return control ? `${event.type}/${control.tagName.toLowerCase()}` : event.type;
}
