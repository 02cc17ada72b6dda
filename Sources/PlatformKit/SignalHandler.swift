extension sigaction {
    package mutating func setHandler(_ handler: (@convention(c) (Int32) -> Void)?) {
        #if canImport(Darwin)
            __sigaction_u.__sa_handler = handler
        #else
            __sigaction_handler.sa_handler = handler
        #endif
    }
}
