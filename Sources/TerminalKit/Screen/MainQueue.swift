internal import Dispatch

/// The queue of the main actor as a preference of tasks (SE-0417).
///
/// A task of the main actor that has waited is resumed on the global pool, which hands it over to the main actor: another thread
/// is woken for each step. With this preference its way leads through the main queue alone. What tasks under it do keeps
/// the main actor waiting, wherever they are isolated.
package final class MainQueue: TaskExecutor {
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
