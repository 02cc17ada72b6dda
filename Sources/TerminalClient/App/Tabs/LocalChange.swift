internal import Shared

/// A change of one of this machine's settings that can be taken back.
struct LocalChange {
    let setting: LocalSetting
    /// The value before, as the configuration file has it.
    let before: String
    /// The place of the latest change of shared data that could be taken back by then. A later one is taken back first.
    let undoPlace: UInt64
    /// When the change was made.
    let time: ContinuousClock.Instant

    /// What an undo says.
    func words(in settings: LocalSettings) -> UndoWords {
        let value = setting.choices(in: settings).first { $0.text == before }?.title ?? before
        return UndoWords(outcome: .setting(title: setting.titles?.long ?? setting.name, value: value))
    }
}
