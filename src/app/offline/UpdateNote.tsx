import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { reloadRequested, selectIsUpdateShown, updatePostponed } from '#store/version/versionSlice.ts';
import './updateNote.css';

/** Says that a newer version was deployed. It takes no focus, and nothing happens until the user chooses. */
export default function UpdateNote() {
  const dispatch = useAppDispatch();
  const isShown = useAppSelector(selectIsUpdateShown);
  return (
    <div role="status">
      {isShown && (
        <div className="update-note">
          <span>A new version is available.</span>
          <Button variant="link" small onClick={() => dispatch(reloadRequested())}>
            Reload
          </Button>
          <Button variant="link" small onClick={() => dispatch(updatePostponed())}>
            Later
          </Button>
        </div>
      )}
    </div>
  );
}
