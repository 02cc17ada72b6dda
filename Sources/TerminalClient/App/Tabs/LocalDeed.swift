internal import Shared

/// A change of one of this machine's settings that can be taken back.
struct LocalDeed {
    let setting: LocalSetting
    /// The value before, as the configuration file has it.
    let before: String
    /// The latest change of shared data that could be taken back by then. A later one is taken back first.
    let undoNumber: UInt64

    /// What an undo says.
    func words(in settings: LocalSettings) -> UndoWords {
        let (choices, place) = (setting.choices(in: settings), setting.chosen(in: settings))
        let value = place.map { choices[$0].title } ?? before
        return UndoWords(deed: .setting(title: setting.titles?.long ?? setting.name, value: value))
    }
}
